/// A part of a message without blanks, brackets and quotes: a word, a number, a path, an address.
struct Stretch {
  let bytes: Bytes
  /// The sign before it in a longer stretch.
  var follows = ""

  private static let separators: [Unicode.Scalar] = ["/", ":", "@", "#", "+", "%", "~", "\\"]
  /// The number of characters of a stretch that can be an address or a path in another.
  private static let longest = 128
  private static let joints: [Unicode.Scalar] = ["-", "_", "."]

  var pieces: [Piece] {
    if bytes.isWord { return [Atom(bytes, after: follows, isAfterID: false).piece] }
    return moment ?? place ?? address ?? number ?? code ?? location ?? token ?? mail ?? parts
  }

  /// `2026-11-20T23:59:59Z`, `20.11.2026`, `23:59`.
  private var moment: [Piece]? { Moment.isMoment(bytes) ? [Piece(.date, bytes.text)] : nil }

  /// `-1,204.5`, `30s`, `5%`.
  private var number: [Piece]? {
    if Measure.isPeriod(bytes) { return [Piece(.other, "<time>")] }
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
    guard digits.first?.isDigit == true else { return nil }
    let end = digits.endOfNumber
    let rest = digits[end...]
    if rest.isEmpty { return [Piece(.number, bytes.text)] }
    return Measure.isMeasure(digits) ? [Piece(.other, "<time>")] : nil
  }

  private var code: [Piece]? {
    Codes.isCode(bytes) ? [Piece(.code, bytes.text)] : nil
  }

  private var address: [Piece]? {
    if let host = Host(bytes) { return [Piece(.other, host.text)] }
    if bytes.isUUID { return [Piece(.other, "<uuid>")] }
    guard bytes.starts("0x"), bytes.dropFirst(2).isHex else { return nil }
    return [Codes.isHexCode(bytes) ? Piece(.code, bytes.text) : Piece(.number, bytes.text)]
  }

  /// A URL or a path.
  private var location: [Piece]? { Location(bytes)?.pieces }

  /// Base64, and tokens of JSON such as `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.p9Xw2Kd7Qm1v`.
  private var token: [Piece]? {
    let isJSON = bytes.starts("eyJ") && bytes.allSatisfy { $0.isAlphanumeric || "-_.=".utf8.contains($0) }
    return isJSON || bytes.isRandomText ? [Piece(.number, bytes.text)] : nil
  }

  private var mail: [Piece]? {
    let parts = bytes.parts(by: "@")
    guard parts.count == 2, let domain = parts[1].parts(by: ".").last else { return nil }
    return parts[1].has(".") && domain.isWord && domain.count > 1 ? [Piece(.other, "<email>")] : nil
  }

  /// `CartTests.swift:57:9`.
  private var place: [Piece]? {
    guard let place = SourcePlace(bytes) else { return nil }
    return [Piece(.other, place.file), Piece(.line, place.line)]
  }

  private var parts: [Piece] {
    if bytes.count > Self.longest { return joined(at: Self.separators + Self.joints) }
    if let separator = bytes.first(where: { byte in Self.separators.contains { UInt8(ascii: $0) == byte } }),
      let index = bytes.firstIndex(of: separator)
    {
      let (first, rest) = (bytes[..<index], bytes[(index + 1)...])
      let sign = Character(Unicode.Scalar(separator))
      let second = Stretch(bytes: rest, follows: String(sign))
      return (first.isEmpty ? [] : Stretch(bytes: first, follows: follows).pieces) + [Piece(.sign, String(sign))]
        + (rest.isEmpty ? [] : second.pieces)
    }
    let names = bytes.parts(by: ".")
    // A token has hyphens and underscores of its own.
    if names.count > 1, names.contains(where: \.isRandomText) {
      return Array(names.map { Stretch(bytes: $0, follows: ".").pieces }.joined(separator: [Piece(.sign, ".")]))
    }
    return joined(at: Self.joints)
  }

  private func joined(at joints: [Unicode.Scalar]) -> [Piece] {
    var pieces: [Piece] = []
    var start = bytes.startIndex
    for index in bytes.indices where joints.contains(where: { UInt8(ascii: $0) == bytes[index] }) {
      if start < index { pieces.append(atom(bytes[start..<index], after: pieces)) }
      pieces.append(Piece(.sign, bytes[index...index].text))
      start = index + 1
    }
    if start < bytes.endIndex { pieces.append(atom(bytes[start...], after: pieces)) }
    return pieces
  }

  private func atom(_ bytes: Bytes, after pieces: [Piece]) -> Piece {
    let before = pieces.suffix(2)
    let isAfterID = before.count == 2 && before.first?.sort == .number && before.last?.text == "-"
    return Atom(bytes, after: pieces.last?.text ?? follows, isAfterID: isAfterID).piece
  }
}
