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
    var hash = mixed(UInt64(bytes.count))
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
      offset += 8
    }
    for byte in bytes[offset...] { hash = mixed(hash ^ UInt64(byte)) }
    let digits = String(hash >> 16, radix: 16)
    return String(repeating: "0", count: 12 - digits.utf8.count) + digits
  }

  /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
