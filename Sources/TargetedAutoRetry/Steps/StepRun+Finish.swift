extension StepRun {
  /// The step is over: tells the sinks, and fails the test or throws where that is due.
  ///
  /// - Parameter error: What the last closure threw, if it did.
  mutating func finish<Failure>(_ end: StepEnd, error: Failure?) throws(Failure) -> StepReport {
    let report = self.end(end)
    leaveNote(of: report, error: error)
    if context.depth == 0 {
      context.nest.end()
      if test != nil { FoundTest.forget(context.nest.root) }
    }
    if !end.outcome.isSuccess { issues.report() }
    issues.settle()
    if end.propagatesError, let error {
      tell(.stopped(report, by: error))
      fail(report)
      issues.scope.errorLeavesStep(SameError(inBox: error), at: step.callSite)
      throw error
    }
    if !end.isRefusal { tell(.finished(report)) }
    if report.leavesNotice { environment.reportRecovery(notice(report)) }
    fail(report)
    return report
  }

  private func notice(_ report: StepReport) -> RecoveryNotice {
    RecoveryNotice(report: report, event: event(.finished(report)), testCase: testCase, timekeeper: timekeeper)
  }

  private func fail(_ report: StepReport) {
    guard report.failsTest else { return }
    environment.recordFailure(
      TestFailure(
        message: report.failureMessage,
        callSite: step.callSite,
        test: .current(testCase),
        kind: report.end.outcome == .recovered ? .gate : .failure
      )
    )
  }

  /// Leaves word of a step that did not succeed for the step around it.
  private func leaveNote(of report: StepReport, error: (any Error)?) {
    guard let parentID = context.parentID, !report.end.outcome.isSuccess else { return }
    if let failure = report.innermostFailure(error: error) { context.nest.leave(failure, for: parentID) }
  }
}
