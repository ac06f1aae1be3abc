/// What is known when a run of a test is over.
struct RunEnd {
  /// The runs up to this one.
  let history: RunHistory
  let action: RerunEngine.Action
  /// Whether something has reached the result of the test.
  let failed: Bool
  let wasSkipped: Bool
  /// The scope that is the reason for what was withheld; where nothing was, the first of the test.
  let scope: FlakyScope?
  let withheld: [WithheldIssue]

  /// Reports what has to be reported, and tells the sinks.
  ///
  /// - Returns: Whether another run follows.
  func settle(in test: @autoclosure () -> RunningTest?) -> Bool {
    if action == .report { for issue in withheld { issue.report() } }
    guard let scope else { return false }
    let test = test()
    let now = RetryEnvironment.current.timekeeper.now()
    guard action == .rerun else {
      scope.tell(.testEnded(report(on: scope, at: now)), in: test, id: history.id)
      return false
    }
    let run = FailedRun(
      attempt: Attempt(number: history.rerun + 1, retriesRemaining: scope.maxRetryCount - history.rerun),
      flakiness: scope.flakiness,
      issues: withheld.map(\.text),
      start: history.runStart,
      elapsed: now - history.runStart
    )
    for issue in run.issues { scope.tell(.issueWithheld(issue, run.attempt), in: test, id: history.id) }
    scope.tell(.rerun(run), in: test, id: history.id)
    return true
  }

  private func report(on scope: FlakyScope, at now: Duration) -> FlakyTestReport {
    FlakyTestReport(
      flakiness: scope.flakiness,
      runs: history.rerun + 1,
      maxRuns: scope.maxRetryCount.oneMore,
      failed: failed,
      wasSkipped: wasSkipped,
      firstIssue: history.firstIssue,
      start: history.start,
      elapsed: now - history.start,
      lastRun: now - history.runStart
    )
  }
}
