/// A flat JSON object on one line, with its keys in the order in which they are added.
struct JSONLine {
  /// The longest text in bytes of UTF-8; what is longer is cut, and ends in `…`.
  static let longestText = 1024

  /// It begins with a line break: a line that was torn before it cannot spoil it.
  private var bytes = [UInt8(ascii: "\n"), UInt8(ascii: "{")]

  init() {
    // More than most rows have.
    bytes.reserveCapacity(2_048)
  }

  /// The object, with a line break on both sides.
  var utf8: [UInt8] { bytes + [UInt8(ascii: "}"), UInt8(ascii: "\n")] }

  mutating func add(_ key: StaticString, _ number: Int64) {
    open(key)
    append(String(number))
  }

  mutating func add(_ key: StaticString, _ text: String) {
    open(key)
    bytes.append(UInt8(ascii: "\""))
    var text = text.capped(atBytes: Self.longestText)
    text.withUTF8 { appendEscaped($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the runs of bytes that need no escape as they are: mostly that is all of them.
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = text.startIndex
    for (index, byte) in text.enumerated() where Self.isEscaped(byte) {
      bytes.append(contentsOf: text[start..<index])
      append(Self.escape(byte))
      start = index + 1
    }
    bytes.append(contentsOf: text[start...])
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): return "\\\""
    case UInt8(ascii: "\\"): return "\\\\"
    case UInt8(ascii: "\n"): return "\\n"
    default:
      let digits = String(byte, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  private mutating func open(_ key: StaticString) {
    if bytes.count > 2 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }
}

extension String {
  /// The text, or as much of its beginning as fits, with an ellipsis.
  fileprivate func capped(atBytes limit: Int) -> String {
    if utf8.count <= limit { return self }
    let ellipsis = "…"
    let end = utf8.index(startIndex, offsetBy: limit - ellipsis.utf8.count)
    // A character that the end is inside of is left out.
    return String(unicodeScalars[..<end]) + ellipsis
  }
}
