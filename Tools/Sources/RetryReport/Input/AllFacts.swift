/// All that rows say: the figures, the causes and tests of each action, and what a baseline and the runs before say.
public struct AllFacts: Sendable {
  public internal(set) var report: Report
  /// The causes, as if all rows were of one run.
  let run: RunCounts
  package let comparison: Comparison?
  package let history: History?

  /// The figures alone.
  public init(_ report: Report) {
    self.init(report, run: RunCounts(id: ""))
  }

  init(_ report: Report, run: RunCounts, comparison: Comparison? = nil, history: History? = nil) {
    self.report = report
    self.run = run
    self.comparison = comparison
    self.history = history
  }
}
