/// The part of a run that one job executed: a shard of it, on one machine.
struct RunPart: Codable, Hashable, Sendable {
  var run: String
  let shard: String
  let os: String
  let arch: String
  /// The processes, which tell jobs without a shard name apart.
  var processes = ProcessSet()
  /// The start of its first step, in milliseconds of Unix time; 0 if it is unknown.
  var startMs: Int64 = 0
  var commit = ""

  var machine: Machine { Machine(os: os, arch: arch) }
  var place: RunRate.Place { RunRate.Place(run: run, machine: machine) }
  var day: String { startMs == 0 ? "" : startMs.asDay }
  var sortName: String { "\([run, os, arch, shard, commit]) \(processes.hashes.sorted())" }
}

extension RunPart {
  init(_ row: Row) {
    self.init(run: row.runID, shard: row.shard, os: row.system, arch: row.architecture)
  }

  /// Whether both have rows of the same process.
  func isSame(as other: RunPart) -> Bool {
    (run, shard, os, arch) == (other.run, other.shard, other.os, other.arch) && processes.overlaps(other.processes)
  }
}
