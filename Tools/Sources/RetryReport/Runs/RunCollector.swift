/// A collector of the counts of each run.
struct RunCollector: RowCollector {
  static let needsAttempts = false

  private let filter: RunFilter
  private var all: [RunPart: RunCounts] = [:]
  private var kinds = CauseKinds()
  /// The processes of the file that is read.
  private var processes: [RunPart: Set<Substring>] = [:]

  init(_ filter: RunFilter = RunFilter()) {
    self.filter = filter
  }

  mutating func add(_ row: Row, of step: inout OpenStep) {
    guard row.subject == .step, row.branch == filter.branch ?? row.branch else { return }
    let part = RunPart(row)
    let process = row.process
    if processes[part, default: []].insert(process).inserted { all[part, default: RunCounts(part)].insert(process) }
    all[part]?.add(row, of: &step, &kinds)
  }

  /// Waits and burn-ins are in no rate.
  mutating func add(single row: Row) {}

  mutating func endOfInput(_ open: [OpenStep]) {
    for step in open where !step.causes.isEmpty {
      if let start = step.start, !start.isRehearsed { all[start.part]?.addDied(start, step.causes) }
    }
    processes = [:]
  }

  /// The chosen runs, the oldest first.
  var selected: [RunCounts] {
    let byRun = Dictionary(grouping: all.values, by: \.id)
    let wanted = byRun.map { id, parts in RunCounts(parts.sorted { $0.isBefore($1) }, id: id) }
      .filter { $0.day >= filter.since ?? "" }.sorted { $0.isBefore($1) }
    return filter.lastRuns.map { Array(wanted.suffix($0)) } ?? wanted
  }

  /// The chosen runs, in parts.
  var testRuns: TestRuns {
    let chosen = Set(selected.map(\.id))
    return TestRuns(all.values.filter { chosen.contains($0.id) }.sorted { $0.isBefore($1) })
  }
}

extension RunCounts {
  fileprivate func isBefore(_ other: RunCounts) -> Bool { (startMs, part) < (other.startMs, other.part) }
}
