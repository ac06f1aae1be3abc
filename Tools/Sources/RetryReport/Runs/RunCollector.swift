/// A collector of the counts of each run.
struct RunCollector: RowCollector {
  private var all: [RunPart: RunCounts] = [:]

  mutating func add(_ row: Row, of step: OpenStep) {
    guard row.subject == .step else { return }
    let part = RunPart(row)
    all[part, default: RunCounts(part)].add(row, of: step)
  }

  /// Does nothing, because waits have no rate.
  mutating func add(wait row: Row) {}

  mutating func endOfInput(_ open: [OpenStep]) {
    for step in open {
      if let first = step.attempts.first, !first.isRehearsed { all[RunPart(first)]?.addDied(first, step) }
    }
  }

  /// The parts of the runs, the oldest first.
  var runs: [RunCounts] {
    all.values.sorted { ($0.part.startMs, $0.part.sortName) < ($1.part.startMs, $1.part.sortName) }
  }
}

extension RecordReader {
  public func runs() async -> (input: Input, runs: [RunCounts]) {
    var collector = RunCollector()
    let input = await read(into: &collector)
    return (input, collector.runs)
  }
}
