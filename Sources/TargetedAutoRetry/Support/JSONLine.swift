/// A flat JSON object on one line, with its keys in the order in which they are added.
struct JSONLine {
  /// The longest text in bytes of UTF-8; what is longer is cut, and ends in `…`.
  static let longestText = 1024

  private var bytes: [UInt8] = []

  /// The object, with a line break on both sides: a line that was torn before it cannot spoil it.
  var utf8: [UInt8] { [UInt8(ascii: "\n")] + bytes + Array("}\n".utf8) }

  mutating func add(_ key: StaticString, _ number: Int64) {
    open(key)
    bytes.append(contentsOf: String(number).utf8)
  }

  mutating func add(_ key: StaticString, _ text: String) {
    open(key)
    bytes.append(UInt8(ascii: "\""))
    for byte in text.capped(atBytes: Self.longestText).utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0..<0x20, 0x7F: bytes.append(contentsOf: Self.escape(byte))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func open(_ key: StaticString) {
    bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
    bytes.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
  }

  private static func escape(_ byte: UInt8) -> String.UTF8View {
    let digits = String(byte, radix: 16)
    return ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
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
