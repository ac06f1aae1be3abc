/// The processes that wrote some rows: jobs that name no shard are told apart by them.
struct ProcessSet: Sendable {
  private var hashes: Set<UInt64> = []

  /// - Parameter stepID: Such as `9f2c01ab77d4-s7`, of which the first part names the process.
  mutating func insert(stepID: String) {
    let name = stepID.utf8.prefix { $0 != UInt8(ascii: "-") }
    // FNV-1a.
    hashes.insert(name.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  static func += (all: inout ProcessSet, more: ProcessSet) { all.hashes.formUnion(more.hashes) }

  /// A fingerprint, the same in any order.
  var text: String { String(hashes.reduce(0, &+), radix: 16) }
}
