/// The part of a run that one job executed: a shard of it, on one machine.
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
