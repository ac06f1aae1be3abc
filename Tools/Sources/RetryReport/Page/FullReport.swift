/// The report with everything that the page shows.
public struct FullReport: Sendable {
  public var report: Report
  /// The runs that are reported.
  public var runs: [RunCounts]
  public var verdict = Verdict()
  public private(set) var comparison: Comparison?
  package let timelines: TestTimelines

  package init(
    _ report: Report,
    runs: [RunCounts] = [],
    comparison: Comparison? = nil,
    timelines: TestTimelines = TestTimelines()
  ) {
    (self.report, self.runs, self.comparison, self.timelines) = (report, runs, comparison, timelines)
  }

  /// - Parameters:
  ///   - level: The probability of a false alarm.
  ///   - isOfDefaultBranch: Whether the baseline learns from the runs.
  public mutating func compare(
    with baseline: Baseline,
    level: Double = Comparison.usualLevel,
    isOfDefaultBranch: Bool = false
  ) throws(Comparison.Impossible) {
    report.addHistory(of: baseline)
    comparison = try Comparison(runs, with: baseline, level: level, isOfDefaultBranch: isOfDefaultBranch)
  }
}

extension Report {
  /// Adds the runs of a baseline, which has no outcomes: an action whose first attempts failed counts as recovered.
  mutating func addHistory(of baseline: Baseline) {
    var older: [String: RunOrigin] = [:]
    for part in baseline.parts.map(\.part) where figures.runs[part.run] == nil && older[part.run] == nil {
      older[part.run] = RunOrigin(id: part.run, startMs: part.startMs, commit: part.commit)
    }
    history.add(Array(older.values))
    for index in actions.indices where actions[index].unit == .step {
      for part in baseline.parts {
        guard let run = older[part.id], let counts = part.actions[actions[index].action] else { continue }
        let mood: Mood = counts.failures.count > 0 ? .flaky : .good
        actions[index].history.add(mood, in: run, counts.failures)
        for kind in counts.tests.values.flatMap(\.kinds.keys) { actions[index].causes.noteSeen(kind, in: run) }
      }
    }
  }
}

extension RecordReader {
  /// Reads everything that the page shows.
  ///
  /// - Parameter keepsAllTests: Whether to keep the timelines of all tests, not only of the worst.
  public func fullReport(keepsAllTests: Bool = false) async -> FullReport {
    var collector = PageCollector(tests: TestTimelines(keepsAll: keepsAllTests))
    let input = await read(into: &collector)
    let report = Report(input: input, figures: collector.figures)
    return FullReport(report, runs: collector.runs.runs, timelines: collector.tests)
  }
}

/// The figures, the counts of each run, and the timelines of the tests.
private struct PageCollector: RowCollector {
  var figures = FigureCollector()
  var runs = RunCollector()
  var tests: TestTimelines

  mutating func add(_ row: Row, of step: OpenStep) {
    figures.add(row, of: step)
    runs.add(row, of: step)
    tests.add(row, of: step)
  }

  mutating func endOfInput(_ died: [(first: Row, step: OpenStep)]) {
    figures.endOfInput(died)
    runs.endOfInput(died)
    tests.endOfInput(died)
  }
}
