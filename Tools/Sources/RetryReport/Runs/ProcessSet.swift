/// The processes that wrote some rows; they tell jobs without a shard name apart.
package struct ProcessSet: Hashable, Sendable {
  /// The maximum number of processes; the choice depends on the set only, so that common processes are found.
  static let most = 64

  var hashes: Set<UInt32> = []

  mutating func insert(_ process: Substring) {
    hashes.insert(process.stableHash)
    if hashes.count > Self.most, let largest = hashes.max() { hashes.remove(largest) }
  }

  func overlaps(_ other: ProcessSet) -> Bool { !hashes.isDisjoint(with: other.hashes) }
}

extension ProcessSet: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let texts = try container.decode(String.self).split(separator: " ")
    hashes = Set(texts.compactMap { UInt32($0, radix: 16) })
    if hashes.count != texts.count || hashes.count > Self.most {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "the processes of a run")
    }
  }

  /// Such as `1f3a07c2 a887e0b1`, the same in any order.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hashes.sorted().map { String($0, radix: 16) }.joined(separator: " "))
  }
}

extension StringProtocol {
  /// The same number in each process (FNV-1a).
  package var stableHash: UInt32 { utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 } }
}
