extension StepRun: AttemptRunner {
  var timekeeper: Timekeeper { environment.timekeeper }

  func tell(_ kind: @autoclosure () -> RetryEvent.Kind) {
    guard !environment.sinks.isEmpty else { return }
    let kind = kind()
    if environment.hears(kind) { environment.tell(event(kind)) }
  }

  func perform<Value, Failure>(
    _ part: @autoclosure () -> RetryEvent.Kind,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if environment.partRunner != nil { return try show(part(), during: body) }
    tell(part())
    return try body()
  }

  /// Apart, so that nests of steps need less of the stack where nothing shows their parts.
  private func show<Value, Failure>(
    _ part: RetryEvent.Kind,
    during body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard environment.hears(part) else { return try body() }
    var result: Result<Value, Failure>?
    environment.tell(event(part)) { result = Result { () throws(Failure) in try body() } }
    return try result.made(by: "XCTContext.runActivity").get()
  }

  func conditionEvaluated(_ isMet: Bool, _ looks: inout ConditionLooks, isCut: Bool) -> RetryEngine.ConditionAction {
    engine.conditionEvaluated(isMet, &looks, isCut: isCut, at: timekeeper.now())
  }

  /// The same in a late check.
  func conditionRechecked(_ isMet: Bool, _ looks: inout ConditionLooks, isCut: Bool) -> RetryEngine.ConditionAction {
    engine.conditionRechecked(isMet, &looks, isCut: isCut, at: timekeeper.now())
  }

  /// A synchronous step with a limit for its attempts says once that this has no effect.
  func tellThatAttemptsAreNotInterrupted() {
    guard step.policy.attemptTimeLimit != nil else { return }
    if environment.noEffectHint.claim() { tell(.attemptTimeLimitHasNoEffect) }
  }

  func event(_ kind: RetryEvent.Kind) -> RetryEvent {
    RetryEvent(kind: kind, step: step, in: context, test: test)
  }
}

extension RetryEvent {
  init(kind: Kind, step: Step, in context: StepContext, test: RunningTest?) {
    self.init(
      kind: kind,
      subject: .step(step, parentID: context.parentID, depth: context.depth),
      id: context.id,
      test: test
    )
  }
}

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
    RecoveryNotice(report: report, testCase: testCase, timekeeper: timekeeper) { self.event(.finished(report)) }
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
