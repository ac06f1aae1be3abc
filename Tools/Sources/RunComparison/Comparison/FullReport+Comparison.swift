package import RetryReport

extension FullReport {
  /// Compares the runs with a baseline, and adds the result and the earlier runs to the report.
  ///
  /// - Parameters:
  ///   - level: The probability of a false alarm.
  ///   - isOfDefaultBranch: Whether the baseline learns from the runs.
  ///   - needsSeveralRuns: Whether no run of several decides alone, as on the default branch: they are attempts of one job.
  @discardableResult
  package mutating func compare(
    with baseline: Baseline,
    level: Double = Comparison.usualLevel,
    isOfDefaultBranch: Bool = false,
    needsSeveralRuns: Bool = false
  ) throws(Comparison.Impossible) -> Comparison {
    report.addHistory(of: baseline.parts)
    let result = try Comparison(
      runs,
      with: baseline,
      level: level,
      isOfDefaultBranch: isOfDefaultBranch,
      needsSeveralRuns: needsSeveralRuns
    )
    comparison = result.summary
    return result
  }
}
