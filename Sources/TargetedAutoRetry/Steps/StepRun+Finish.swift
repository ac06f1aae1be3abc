extension StepRun {
  /// The step is over: tells the sinks, and fails the test or throws where that is due.
  ///
  /// - Parameter error: What the last closure threw, if it did.
  mutating func finish<Failure>(_ end: StepEnd, error: Failure?) throws(Failure) -> StepReport {
    release()
    let report = report(end)
    leaveNote(of: report, error: error)
    if context.depth == 0 { context.nest.end() }
    if !end.outcome.isSuccess {
      OwnFailure.$current.withValue(OwnFailure()) { lastIssues.forEach { $0.replay() } }
    }
    settle()
    if end.propagatesError, let error {
      tell(.stopped(report, by: error))
      fail(report)
      issueScope.errorLeavesStep(SameError(inBox: error), at: step.callSite)
      throw error
    }
    if !end.isRefusal { tell(.finished(report)) }
    if report.leavesNotice {
      environment.reportRecovery(
        RecoveryNotice(report: report, event: event(.finished(report)), testCase: testCase, timekeeper: timekeeper)
      )
    }
    fail(report)
    return report
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

extension StepRun {
  /// Takes what the steps inside have left; an abortion among it ends this step too.
  mutating func takeNotes() -> Nest.Notes {
    let notes = context.nest.takeNotes(for: context.id)
    if let inner = notes.abortion {
      abortion = .byInnerStep(inner)
      leave(inner.reason, isReported: inner.isReported || reportsFailures)
    }
    return notes
  }

  /// Why an attempt failed that would otherwise have succeeded: a step inside was aborted.
  func abortedAlthough(_ result: RetryEngine.AttemptResult) -> [String] {
    guard result == .succeeded, case .byInnerStep(let inner) = abortion else { return [] }
    return ["A step inside was told to stop: \(inner.reason)"]
  }

  mutating func abortionByHook(after failed: FailedAttempt) -> Abortion? {
    guard case .abort(let reason) = object.recoveryAction(after: failed) else { return nil }
    leave(reason, isReported: reportsFailures)
    return .byHook(reason)
  }

  private func leave(_ reason: String, isReported: Bool) {
    guard let parentID = context.parentID else { return }
    context.nest.leave(InnerAbortion(reason: reason, isReported: isReported), for: parentID)
  }

  /// The value form leaves it to its caller to report.
  private var reportsFailures: Bool { step.failure != .isThrown }
}
