/// The tags of an XML document, with their places in its bytes.
///
/// A parser that builds a tree cannot give the document back byte for byte.
struct XMLTags: IteratorProtocol {
  struct Tag: Equatable {
    enum Kind {
      case start, end, empty
    }

    let kind: Kind
    let name: String
    /// The bytes from `<` to behind `>`.
    let range: Range<Int>
    let attributes: [Attribute]

    /// The name without its prefix, such as `testsuite` of `ns:testsuite`.
    var localName: Substring { name[(name.firstIndex(of: ":").map { name.index(after: $0) } ?? name.startIndex)...] }
    /// The prefix, such as `ns:`, or empty.
    var prefix: Substring { name.dropLast(localName.count) }

    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  struct Attribute: Equatable {
    let name: String
    /// The value without quotes, with entities resolved.
    let value: String
    /// The bytes of the value, without quotes.
    let range: Range<Int>
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The place of the first malformed tag, after which nothing is read.
  private(set) var brokenAt: Int?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Tag? {
    while let start = index(of: "<", from: position) {
      if skip(from: start, "<!--", to: "-->") || skip(from: start, "<![CDATA[", to: "]]>")
        || skip(from: start, "<?", to: "?>") || skipDeclaration(from: start)
      {
        continue
      }
      guard let tag = tag(at: start) else {
        brokenAt = start
        position = bytes.count
        return nil
      }
      position = tag.range.upperBound
      return tag
    }
    return nil
  }

  private mutating func skip(from start: Int, _ opening: StaticString, to closing: StaticString) -> Bool {
    guard has(opening, at: start) else { return false }
    position =
      index(of: closing, from: start + opening.utf8CodeUnitCount).map { $0 + closing.utf8CodeUnitCount }
      ?? bytes.count
    return true
  }

  /// Skips a declaration such as `<!DOCTYPE …>`, up to the first `>` outside quotes, or to the `[` before others.
  private mutating func skipDeclaration(from start: Int) -> Bool {
    guard has("<!", at: start) else { return false }
    position = start + 2
    while position < bytes.count, !has(">", at: position), !has("[", at: position) {
      if has("\"", at: position) || has("'", at: position) {
        position = bytes[(position + 1)...].firstIndex(of: bytes[position]) ?? bytes.count - 1
      }
      position += 1
    }
    return true
  }

  /// The tag; nil if the document ends inside it.
  private func tag(at start: Int) -> Tag? {
    var scanner = start + 1
    let isEnd = has("/", at: scanner)
    if isEnd { scanner += 1 }
    let name = text(token(&scanner))
    if name.isEmpty { return nil }
    var attributes: [Attribute] = []
    while true {
      skipSpace(&scanner)
      if has(">", at: scanner) {
        return Tag(kind: isEnd ? .end : .start, name: name, range: start..<scanner + 1, attributes: attributes)
      }
      if has("/>", at: scanner) {
        return Tag(kind: .empty, name: name, range: start..<scanner + 2, attributes: attributes)
      }
      guard let attribute = attribute(&scanner) else { return nil }
      attributes.append(attribute)
    }
  }

  private func attribute(_ scanner: inout Int) -> Attribute? {
    let name = text(token(&scanner))
    skipSpace(&scanner)
    guard !name.isEmpty, has("=", at: scanner) else { return nil }
    scanner += 1
    skipSpace(&scanner)
    guard has("\"", at: scanner) || has("'", at: scanner) else { return nil }
    let first = scanner + 1
    guard let end = bytes[first...].firstIndex(of: bytes[scanner]) else { return nil }
    scanner = end + 1
    return Attribute(name: name, value: text(first..<end).resolvingEntities, range: first..<end)
  }

  /// The bytes of a name.
  private func token(_ scanner: inout Int) -> Range<Int> {
    let start = scanner
    while scanner < bytes.count, !" \t\r\n=/><\"'".utf8.contains(bytes[scanner]) { scanner += 1 }
    return start..<scanner
  }

  private func skipSpace(_ scanner: inout Int) {
    while scanner < bytes.count, " \t\r\n".utf8.contains(bytes[scanner]) { scanner += 1 }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func has(_ text: StaticString, at index: Int) -> Bool {
    text.withUTF8Buffer { bytes[Swift.min(index, bytes.count)...].starts(with: $0) }
  }

  private func index(of text: StaticString, from start: Int) -> Int? {
    text.withUTF8Buffer { wanted in
      var index = start
      while index < bytes.count {
        guard let next = bytes[index...].firstIndex(of: wanted[0]) else { return nil }
        if bytes[next...].starts(with: wanted) { return next }
        index = next + 1
      }
      return nil
    }
  }
}

extension String {
  /// The text with the entities of XML resolved; others are kept.
  fileprivate var resolvingEntities: String {
    guard contains("&") else { return self }
    return replacing(/&(#x[0-9a-fA-F]+|#[0-9]+|[a-z]+);/) { match -> Substring in
      let entity = match.output.1
      let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][entity]
      if let named { return Substring(named) }
      let code = entity.hasPrefix("#x") ? UInt32(entity.dropFirst(2), radix: 16) : UInt32(entity.dropFirst())
      return code.flatMap(Unicode.Scalar.init).map { Substring(Character($0).description) } ?? match.output.0
    }
  }
}
