/// The report with all that the page shows beside the figures.
public struct FullReport: Sendable {
  public internal(set) var report: Report
  /// The counts of all rows, as if they were of one run.
  let counts: RunCounts
  package let comparison: Comparison?
  package let history: History?

  package init(
    _ report: Report,
    counts: RunCounts = RunCounts([]),
    comparison: Comparison? = nil,
    history: History? = nil
  ) {
    (self.report, self.counts, self.comparison, self.history) = (report, counts, comparison, history)
  }
}

extension RecordReader {
  /// Reads everything for the page.
  ///
  /// - Parameter baseline: A baseline to compare the runs with that it does not have.
  public func fullReport(comparedWith baseline: Baseline?) async throws -> FullReport {
    var collector = PageCollector()
    let input = await read(into: &collector)
    let runs = collector.runs.selected
    return FullReport(
      Report(input: input, figures: collector.figures),
      counts: RunCounts(runs),
      comparison: try baseline.map { try Comparison(collector.runs.testRuns.without($0.runs), with: $0) },
      history: History(runs, by: .run)
    )
  }

}

/// The figures and the counts of each run.
private struct PageCollector: RowCollector {
  static let needsAttempts = true

  var figures = FigureCollector()
  var runs = RunCollector()

  mutating func add(_ row: Row, of step: inout OpenStep) {
    figures.add(row, of: &step)
    runs.add(row, of: &step)
  }

  mutating func add(single row: Row) {
    figures.add(single: row)
    runs.add(single: row)
  }

  mutating func endOfInput(_ open: [OpenStep]) {
    figures.endOfInput(open)
    runs.endOfInput(open)
  }
}
