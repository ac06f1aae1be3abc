extension Comparison {
  /// The reason why runs cannot be compared.
  public struct Impossible: Error, CustomStringConvertible {
    public let description: String
  }

  /// Compares the runs that are new to the baseline.
  ///
  /// No run is compared with itself. If the baseline has all of them, as after a job that ran again, they are compared
  /// with what it was without them.
  ///
  /// - Parameters:
  ///   - runs: The newer runs.
  ///   - together: The number of runs to compare; those that are missing are the newest of the baseline.
  public init(
    _ runs: TestRuns,
    with baseline: Baseline,
    level: Double = Self.usualLevel,
    together: Int = 1
  ) throws(Impossible) {
    if runs.isEmpty { throw Impossible(description: "the records have no run with a step to compare") }
    let hasRuns = !baseline.runs.isEmpty
    let new = runs.without(baseline.runs)
    let (runs, baseline) = new.isEmpty ? (runs, baseline.without(runs.ids)) : (new, baseline)
    let parts = runs.parts
    let ids = runs.ids
    let (older, newer) = baseline.split(newest: together - ids.count)
    guard !older.parts.isEmpty else {
      let others = newer.parts.isEmpty ? "but those to compare" : "older than the newest \(together)"
      let found = hasRuns ? "no run \(others)" : "no run"
      throw Impossible(description: "the baseline has \(found), so there is nothing to compare them with")
    }
    let counts = RunCounts(parts)
    self.init(
      then: older.tallies,
      now: newer.tallies + parts.map(RunTally.init),
      known: older.kinds,
      details: { action, kind in
        // A cause that this run does not have any more is no news.
        counts.actions[action]?.causes[kind]
      },
      commit: counts.commit,
      level: level
    )
  }
}
