/// The report with everything that the page shows.
public struct FullReport: Sendable {
  public var report: Report
  public var runs: [RunCounts]
  public var verdict = Verdict()
  package var comparison: ComparisonSummary?
  package let timelines: TestTimelines

  package init(_ report: Report, runs: [RunCounts] = [], timelines: TestTimelines = TestTimelines()) {
    (self.report, self.runs, self.timelines) = (report, runs, timelines)
  }

  public mutating func add(_ results: TestResults) {
    report.results = results
    let unknown = timelines.failedTests(in: report).count { $0.cases == nil }
    report.results?.unknown = unknown
  }
}

extension Report {
  /// Adds earlier runs: an action whose first attempts failed recovered, unless one of its steps failed in the end.
  package mutating func addHistory(of parts: [RunCounts]) {
    var older: [String: RunOrigin] = [:]
    for part in parts.map(\.part) where figures.runs[part.run] == nil && older[part.run] == nil {
      older[part.run] = RunOrigin(id: part.run, startMs: part.startMs, commit: part.commit)
    }
    history.add(Array(older.values))
    for index in actions.indices where actions[index].unit == .step {
      for part in parts {
        guard let run = older[part.id], let counts = part.actions[actions[index].action] else { continue }
        let mood: Mood = counts.failed > 0 ? .bad : counts.failures.count > 0 ? .flaky : .good
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
    var (figures, runs, tests) = (FigureCollector(), RunCollector(), TestTimelines(keepsAll: keepsAllTests))
    let input = await read { row, step in
      figures.add(row, of: step)
      runs.add(row, of: step)
      tests.add(row, of: step)
    }
    tests.endOfInput()
    return FullReport(Report(input: input, figures: figures), runs: runs.runs, timelines: tests)
  }
}
