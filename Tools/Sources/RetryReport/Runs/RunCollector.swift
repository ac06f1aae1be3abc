/// A collector of the counts of each run.
struct RunCollector {
  private var all: [RunPart: RunCounts] = [:]

  mutating func add(_ row: Row, of step: OpenStep) {
    // Waits have no rate.
    guard row.subject == .step else { return }
    let part = RunPart(row)
    all[part, default: RunCounts(part)].add(row, of: step)
  }

  /// The parts of the runs, the oldest first.
  var runs: [RunCounts] {
    all.values.sorted { ($0.part.startMs, $0.part.sortName) < ($1.part.startMs, $1.part.sortName) }
  }
}

extension RecordReader {
  public func runs() async -> (input: Input, runs: [RunCounts]) {
    var collector = RunCollector()
    let input = await read { collector.add($0, of: $1) }
    return (input, collector.runs)
  }
}
