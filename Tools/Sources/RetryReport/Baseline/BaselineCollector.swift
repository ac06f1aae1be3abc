/// Turns rows into what is known of each action, run by run.
struct BaselineCollector: Sendable {
  private(set) var runs: [String: RunFacts] = [:]
  private let filter: BaselineFilter
  /// Runs that a baseline has counted already.
  private let known: Set<String>

  init(_ filter: BaselineFilter = BaselineFilter(), known: Set<String> = []) {
    self.filter = filter
    self.known = known
  }

  mutating func add(_ row: Row, _ kinds: inout CauseKinds) {
    if known.contains(row.runID) { return }
    if let branch = filter.branch, row.branch != branch { return }
    runs[row.runID, default: RunFacts(id: row.runID)].add(row, &kinds)
  }

  mutating func endOfFile() {
    for id in runs.keys { runs[id]?.endOfFile() }
  }

  /// The runs that are asked for, the oldest first.
  var selected: [RunFacts] {
    let wanted = runs.values.filter { $0.day >= filter.since ?? "" }.sorted {
      ($0.startMs, $0.id) < ($1.startMs, $1.id)
    }
    return filter.lastRuns.map { Array(wanted.suffix($0)) } ?? wanted
  }

  var baseline: Baseline {
    var baseline = Baseline()
    for run in selected { baseline.add(run.baseline) }
    return baseline
  }
}

extension RunFacts {
  /// The day on which it began, in UTC.
  var day: String { startMs.asDay }

  /// What it adds to a baseline.
  package var baseline: Baseline {
    let sighting = Baseline.Sighting(day: day, commit: commit)
    let known = actions.map { name, facts in
      Baseline.Action(
        action: name,
        steps: facts.steps,
        firstFailures: facts.firstFailures,
        recovered: facts.recovered,
        failed: facts.failed,
        causes: facts.causes.values.map { cause in
          Baseline.KnownCause(
            kind: cause.kind.text,
            steps: cause.steps,
            attempts: cause.attempts,
            first: sighting,
            last: sighting,
            example: String(cause.example.prefix(300))
          )
        }
      )
    }
    return Baseline(runs: [Baseline.Run(id: id, day: day, commit: commit)], actions: known)
  }
}
