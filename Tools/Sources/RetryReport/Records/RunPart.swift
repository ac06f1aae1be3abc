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
