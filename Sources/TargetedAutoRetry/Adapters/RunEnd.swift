/// What is known when a run of a test is over.
struct RunEnd {
  /// 0 for the first run.
  let rerun: Int
  let action: RerunEngine.Action
  /// Whether something has reached the result of the test.
  let failed: Bool
  let wasSkipped: Bool
  /// The scope that is the reason for what was withheld, or for the re-runs before this one.
  let scope: FlakyScope?
  let withheld: [WithheldIssue]

  /// Reports what has to be reported, and tells the sinks.
  ///
  /// - Returns: The number of the next re-run, if there is one.
  func settle(in test: RunningTest?) -> Int? {
    switch action {
    case .rerun(let next):
      guard let scope else { return nil }
      let attempt = Attempt(number: rerun + 1, retriesRemaining: scope.flakiness.maxRetryCount - rerun)
      for issue in withheld { scope.tell(.issueWithheld(issue.text, attempt), in: test) }
      scope.tell(.rerun(next, scope.flakiness), in: test)
      return next
    case .report:
      withheld.forEach { $0.replay() }
    case .end:
      break
    }
    if rerun > 0, !wasSkipped { scope?.tell(.rerunsEnded(rerun, failed: failed), in: test) }
    return nil
  }
}
