/// A flat JSON object on one line, with its keys in the order in which they are added.
struct JSONLine {
  /// Fields that many lines share, encoded once.
  struct Fields: Sendable {
    fileprivate let bytes: [UInt8]

    init(_ add: (JSONLine) -> Void) {
      let line = JSONLine(in: ByteBuffer())
      let start = line.bytes.count
      add(line)
      bytes = line.bytes.withContents { Array($0[start...]) }
    }
  }

  /// The maximum length of a text in bytes of UTF-8; a longer text is cut, and ends in `…`.
  static let longestText = 1024

  private let bytes: ByteBuffer

  /// - Parameter bytes: The buffer for the line. Its contents are replaced.
  init(in bytes: ByteBuffer) {
    self.bytes = bytes
    bytes.removeAll()
    // The line break keeps a torn line before this one apart.
    bytes.append("\n{")
  }

  func add(_ key: StaticString, _ number: Int64) {
    open(key)
    bytes.append(number)
    bytes.append(UInt8(ascii: ","))
  }

  func add(_ key: StaticString, _ text: String) {
    open(key)
    if text.isEmpty { return bytes.append("\"\",") }
    var text = text.utf8.count <= Self.longestText ? text : text.cut(toBytes: Self.longestText)
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { appendEscaped($0) }
    bytes.append("\",")
  }

  /// Adds a text in which nothing needs an escape.
  func add(_ key: StaticString, unescaped write: (ByteBuffer) -> Void) {
    open(key)
    bytes.append(UInt8(ascii: "\""))
    write(bytes)
    bytes.append("\",")
  }

  func add(_ fields: Fields) {
    fields.bytes.withUnsafeBufferPointer { bytes.append($0) }
  }

  /// Ends the object and the line, which has at least one field.
  func end() {
    bytes.removeLast()
    bytes.append("}\n")
  }

  private func open(_ key: StaticString) {
    let count = key.utf8CodeUnitCount
    let start = bytes.extend(by: count + 3)
    start[0] = UInt8(ascii: "\"")
    (start + 1).update(from: key.utf8Start, count: count)
    start[count + 1] = UInt8(ascii: "\"")
    start[count + 2] = UInt8(ascii: ":")
  }

  /// Appends runs of bytes without an escape as they are: mostly the whole text is one run.
  private func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    while index < text.count {
      if index + 8 <= text.count,
        !Self.hasEscaped(UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self))
      {
        index += 8
        continue
      }
      if Self.isEscaped(text[index]) {
        bytes.append(UnsafeBufferPointer(rebasing: text[start..<index]))
        bytes.append(text: Self.escape(text[index]))
        start = index + 1
      }
      index += 1
    }
    bytes.append(UnsafeBufferPointer(rebasing: text[start...]))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  /// True if one of eight bytes needs an escape, which their high bits show for all at once.
  private static func hasEscaped(_ bytes: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    func isZero(_ bytes: UInt64) -> UInt64 { (bytes &- ones) & ~bytes }
    let isControl = (bytes &- 0x20 * ones) & ~bytes
    let isOther = isZero(bytes ^ 0x22 * ones) | isZero(bytes ^ 0x5C * ones) | isZero(bytes ^ 0x7F * ones)
    return (isControl | isOther) & (0x80 * ones) != 0
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
}

extension String {
  /// The longest beginning that fits, with an ellipsis.
  fileprivate func cut(toBytes limit: Int) -> String {
    let ellipsis = "…"
    let end = utf8.index(startIndex, offsetBy: limit - ellipsis.utf8.count)
    // A character across the limit is left out.
    return String(unicodeScalars[..<end]) + ellipsis
  }
}
