/// A flat JSON object on one line, with its keys in the order in which they are added.
struct JSONLine {
  /// The longest text in bytes of UTF-8; what is longer is cut, and ends in `…`.
  static let longestText = 1024

  private let bytes = ByteBuffer()
  private var isEmpty = true

  init() {
    // A line that was torn before this one cannot spoil it.
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(UInt8(ascii: "{"))
  }

  /// The object, with a line break on both sides.
  var utf8: [UInt8] { bytes.contents(endingIn: "}\n") }

  mutating func add(_ key: StaticString, _ number: Int64) {
    open(key)
    bytes.append(number)
  }

  mutating func add(_ key: StaticString, _ text: String) {
    open(key)
    bytes.append(UInt8(ascii: "\""))
    if text.isEmpty { return bytes.append(UInt8(ascii: "\"")) }
    var text = text.capped(atBytes: Self.longestText)
    text.withUTF8 { utf8 in
      if let base = utf8.baseAddress { appendEscaped(base, count: utf8.count) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the runs of bytes that need no escape as they are: mostly that is all of them.
  private func appendEscaped(_ text: UnsafePointer<UInt8>, count: Int) {
    var start = 0
    for index in 0..<count where Self.isEscaped(text[index]) {
      bytes.append(text + start, count: index - start)
      bytes.append(Self.escape(text[index]))
      start = index + 1
    }
    bytes.append(text + start, count: count - start)
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
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    let count = key.utf8CodeUnitCount
    let start = bytes.extend(by: count + 3)
    start[0] = UInt8(ascii: "\"")
    (start + 1).update(from: key.utf8Start, count: count)
    start[count + 1] = UInt8(ascii: "\"")
    start[count + 2] = UInt8(ascii: ":")
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
