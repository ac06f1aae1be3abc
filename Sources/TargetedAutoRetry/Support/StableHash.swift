/// A hash of twelve digits, the same in every process.
enum StableHash {
  static func of(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes(digits) }

  static func of(_ text: String) -> String {
    var text = text
    return text.withUTF8 { digits(UnsafeRawBufferPointer($0)) }
  }

  /// It takes eight bytes at once, because it runs without optimization over the arguments of tests, which may be
  /// large.
  private static func digits(_ bytes: UnsafeRawBufferPointer) -> String {
    var hash = SplitMix64.number(of: UInt64(bytes.count))
    var offset = 0
    while offset + 8 <= bytes.count {
      let eight = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
      hash = SplitMix64.number(of: hash ^ eight)
      offset += 8
    }
    for byte in bytes[offset...] { hash = SplitMix64.number(of: hash ^ UInt64(byte)) }
    let digits = String(hash >> 16, radix: 16)
    return String(repeating: "0", count: 12 - digits.utf8.count) + digits
  }
}
