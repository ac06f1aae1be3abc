/// The part of a run that one job did: a shard of it, on one machine.
struct RunPart: Hashable, Comparable, Sendable {
  let run: String
  let shard: String
  let machine: Machine

  static func < (left: RunPart, right: RunPart) -> Bool {
    (left.run, left.machine, left.shard) < (right.run, right.machine, right.shard)
  }
}

extension RunPart {
  init(_ row: Row) {
    self.init(run: row.runID, shard: row.shard, machine: Machine(os: row.system, arch: row.architecture))
  }
}

/// A kind of machine: flakes differ more between systems than between days.
struct Machine: Hashable, Comparable, Codable, Sendable {
  /// Such as `linux`.
  let os: String
  /// Such as `x86_64`.
  let arch: String

  static func < (left: Machine, right: Machine) -> Bool { (left.os, left.arch) < (right.os, right.arch) }

  /// Such as `linux, x86_64`.
  var text: String { [os, arch].filter { !$0.isEmpty }.joined(separator: ", ") }
}

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
