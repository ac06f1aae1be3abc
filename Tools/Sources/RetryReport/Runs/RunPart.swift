/// The part of a run that one job executed: a shard of it, on one machine.
package struct RunPart: Codable, Hashable, Sendable {
  /// Parts of a run begin within this time, in milliseconds: nightly runs begin later.
  package static let longestMs: Int64 = 12 * 3_600_000

  /// A run on a machine: what all its actions have in common.
  package struct Place: Hashable, Sendable {
    package let run: String
    package let machine: Machine

    package init(run: String, machine: Machine) { (self.run, self.machine) = (run, machine) }
  }

  package var run: String
  package let shard: String
  package let os: String
  package let arch: String
  /// The processes, which tell jobs without a shard name apart.
  var processes = ProcessSet()
  /// The start of its first step, in milliseconds of Unix time; 0 if it is unknown.
  package var startMs: Int64 = 0
  package var commit = ""
  /// The first branch that its rows name; `nil` in baselines of earlier versions of this program.
  package var branch: String?

  package var machine: Machine { Machine(os: os, arch: arch) }
  package var place: Place { Place(run: run, machine: machine) }
  package var day: String { startMs == 0 ? "" : startMs.asDay }
  package var sortName: String { "\([run, os, arch, shard, commit]) \(processes.hashes.sorted())" }
}

extension RunPart {
  init(_ row: Row) {
    self.init(run: row.runID, shard: row.shard, os: row.system, arch: row.architecture)
  }

  /// Whether both have rows of the same process.
  package func isSame(as other: RunPart) -> Bool {
    (run, shard, os, arch) == (other.run, other.shard, other.os, other.arch) && processes.overlaps(other.processes)
  }
}
