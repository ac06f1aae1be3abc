package import RetryReport

extension FullReport {
  /// Compares the runs with a baseline, and adds the result and the earlier runs to the report.
  ///
  /// - Parameter level: The probability of a false alarm.
  @discardableResult
  package mutating func compare(
    with baseline: Baseline,
    level: Double = Comparison.usualLevel,
    branch: ComparedBranch = .other,
    accept: AcceptCommandLine = AcceptCommandLine()
  ) throws(Comparison.Impossible) -> Comparison {
    report.addHistory(of: baseline.parts)
    var result = try Comparison(runs, with: baseline, level: level, branch: branch)
    result.accept = accept
    comparison = result.summary
    return result
  }
}
