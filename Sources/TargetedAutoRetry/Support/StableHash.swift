internal import Foundation

/// A hash of twelve digits, the same in every process.
enum StableHash {
  static func of(_ text: String) -> String { of(Array(text.utf8)) }

  static func of(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0) { SplitMix64.number(of: $0 ^ UInt64($1)) }
    return String(format: "%012llx", hash >> 16)
  }
}

/// The random numbers of SplitMix64 (Steele, Lea and Flood, 2014).
enum SplitMix64 {
  static func number(_ position: Int = 1, of seed: UInt64) -> UInt64 {
    var mixed = seed &+ UInt64(truncatingIfNeeded: position) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
