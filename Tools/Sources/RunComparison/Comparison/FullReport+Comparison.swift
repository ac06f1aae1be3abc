package import RetryReport

extension FullReport {
  /// Compares the runs with a baseline, and adds the result and the earlier runs to the report.
  ///
  /// - Parameter level: The probability of a false alarm.
  @discardableResult
  package mutating func compare(
    with baseline: Baseline,
    level: Double = Comparison.usualLevel,
    branch: ComparedBranch = .other
  ) throws(Comparison.Impossible) -> Comparison {
    report.addHistory(of: baseline.parts)
    let result = try Comparison(runs, with: baseline, level: level, branch: branch)
    comparison = result.summary
    return result
  }
}
