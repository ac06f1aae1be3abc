/// The report with all that the page shows beside the figures.
public struct FullReport: Sendable {
  public internal(set) var report: Report
  /// The counts of all rows, as if they were of one run.
  let counts: RunCounts
  package let comparison: Comparison?
  package let history: History?

  /// The figures alone.
  public init(_ report: Report) {
    self.init(report, counts: RunCounts([]))
  }

  init(_ report: Report, counts: RunCounts, comparison: Comparison? = nil, history: History? = nil) {
    self.report = report
    self.counts = counts
    self.comparison = comparison
    self.history = history
  }
}
