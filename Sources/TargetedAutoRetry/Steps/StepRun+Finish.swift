extension StepRun {
  /// The step is over: tells the sinks, and fails the test or throws where that is due.
  ///
  /// - Parameter error: What the last closure threw, if it did.
  func finish<Failure>(error: Failure?) throws(Failure) -> StepReport {
    let report = self.end()
    let end = report.end
    leaveNote(of: report, error: error)
    issues.settle(hasSucceeded: end.outcome.isSuccess, attempts: end.attempts)
    if end.propagatesError, let error {
      tell(.stopped(report, by: error))
      fail(report)
      let part = end.resetStepsThrew ? "the reset steps of \(step.name)" : nil
      issues.scope.errorLeavesStep(SameError(inBox: error), EndedStep(callSite: step.callSite, part: part))
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
    _ = environment.recordFailure(
      TestFailure(
        message: report.failureMessage,
        callSite: step.callSite,
        test: test,
        kind: report.end.outcome == .recovered || report.end.isRefusal ? .gate : .failure
      )
    )
  }

  /// Leaves word of a step that did not succeed for the step around it.
  private func leaveNote(of report: StepReport, error: (any Error)?) {
    guard let parent = context.parent, !report.end.outcome.isSuccess else { return }
    if let failure = report.innermostFailure(error: error) { parent.leave(failure) }
  }
}
