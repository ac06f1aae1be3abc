/// A choice of runs.
public struct RunFilter: Sendable {
  /// The number of runs, the newest.
  var lastRuns: Int?
  /// The first day of runs, such as `2026-11-01`.
  var since: String?
  /// The branch of all rows.
  var branch: String?

  public init(lastRuns: Int? = nil, since: String? = nil, branch: String? = nil) {
    self.lastRuns = lastRuns
    self.since = since
    self.branch = branch
  }
}

/// A collector of the counts of each run.
struct RunCollector: RowCollector {
  static let needsAttempts = false

  private let filter: RunFilter
  private let known: Set<String>
  private var runs: [String: RunCounts] = [:]
  private var kinds = CauseKinds()

  /// - Parameter known: Runs that are left out, because a baseline has counted them.
  init(_ filter: RunFilter = RunFilter(), known: Set<String> = []) {
    self.filter = filter
    self.known = known
  }

  mutating func add(_ row: Row, of step: inout OpenStep) {
    guard row.subject == .step, !known.contains(row.runID), row.branch == filter.branch ?? row.branch else { return }
    runs[row.runID, default: RunCounts(id: row.runID)].add(row, of: &step, &kinds)
  }

  /// Waits and burn-ins are in no rate.
  mutating func add(single row: Row) {}

  mutating func endOfInput(_ open: [OpenStep]) {
    for step in open where !step.kinds.isEmpty {
      if let start = step.start { runs[start.runID]?.addDied(start) }
    }
  }

  /// The chosen runs, the oldest first.
  var selected: [RunCounts] {
    let wanted = runs.values.filter { $0.day >= filter.since ?? "" }.sorted {
      ($0.startMs, $0.id) < ($1.startMs, $1.id)
    }
    return filter.lastRuns.map { Array(wanted.suffix($0)) } ?? wanted
  }
}
