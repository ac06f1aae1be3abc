/// What is known when a run of a test is over.
struct RunEnd {
  enum Action: Equatable, Sendable {
    case end
    /// Run the test again.
    case rerun
    /// What was withheld is reported after all.
    case report
  }

  /// The runs up to this one.
  let history: RunHistory
  /// The run that a trait further out has started, which may run the test again too.
  let outer: TestRun?
  let action: Action
  /// True if something has reached the result of the test.
  let failed: Bool
  let wasSkipped: Bool
  /// The scope that is the reason for what was withheld; where nothing was, the first of the test.
  let scope: FlakyScope?
  /// What all runs have withheld.
  let withheld: [RunHistory.Withheld]
  /// The texts of the issues of this run that have failed the test.
  let failures: Set<String>
  let isNarrowed: Bool

  /// Reports what has to be reported, and tells the sinks.
  ///
  /// - Returns: True if another run follows.
  func settle(in test: @autoclosure () -> RunningTest?) -> Bool {
    if action == .report { report() }
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
      issues: withheld.filter { $0.run == history.rerun + 1 }.map(\.issue.text),
      start: history.runStart,
      elapsed: now - history.runStart
    )
    for issue in run.issues { scope.tell(.issueWithheld(issue, run.attempt), in: test, id: history.id) }
    scope.tell(.rerun(run), in: test, id: history.id)
    return true
  }

  /// Records each distinct issue that was withheld, with the runs in which it struck.
  private func report() {
    let runs = history.rerun + 1
    let withheld = withheld.filter { !failures.contains($0.issue.text) }
    let distinct = withheld.map { (issue: $0.issue, number: $0.run) }.distinct { numbers in
      runs == 1 ? "" : " (\(numbers.counted("run")) of the test)"
    }
    for issue in distinct {
      let part = withheld.first { $0.issue.text == issue.text }?.part
      if outer?.withholds(issue, in: part) != true { issue.report() }
    }
  }

  private func report(on scope: FlakyScope, at now: Duration) -> FlakyTestReport {
    FlakyTestReport(
      flakiness: scope.flakiness,
      runs: history.rerun + 1,
      maxRuns: scope.maxRetryCount.oneMore,
      failed: failed || (wasSkipped && !withheld.isEmpty),
      wasSkipped: wasSkipped && withheld.isEmpty,
      firstIssue: history.withheld.first?.issue.text ?? "",
      start: history.start,
      elapsed: now - history.start,
      lastRun: now - history.runStart
    )
  }
}
