internal import XCTest

extension StepRun {
  /// - Parameter context: The context of a repetition. Nil for that of the step.
  func event(_ kind: RetryEvent.Kind, in context: StepContext? = nil) -> RetryEvent {
    RetryEvent(kind: kind, step: step, in: context ?? start.context, test: start.context.test(of: start.testCase))
  }

  func emit(_ kind: @autoclosure () -> RetryEvent.Kind, in context: StepContext? = nil) {
    guard !start.world.sinks.isEmpty else { return }
    let kind = kind()
    if start.world.isEnabled(for: kind) { start.world.emit(event(kind, in: context)) }
  }

  /// Tells the sinks that a part of the step begins, and runs the part.
  func perform(_ part: @autoclosure () -> RetryEvent.Kind, _ body: () throws -> Void) throws {
    if start.world.partRunner != nil { return try show(part(), during: body) }
    emit(part())
    try body()
  }

  /// The end of an attempt after a first look at its condition.
  ///
  /// - Parameter isTimedOut: True if the attempt was cancelled at its time limit.
  /// - Returns: Nil if the action is to run.
  func endOfAttempt(
    _ attempt: Attempt,
    after look: AttemptEnd,
    _ place: AttemptPlace,
    isTimedOut: Bool = false
  ) -> AttemptEnd? {
    switch look {
    case .succeeded: emit(.actionNotNeeded(attempt))
    case .conditionNotMet, .threw:
      // An attempt that begins in a cancelled task still runs its action.
      if !isTimedOut, !place.hasFailed { return nil }
    case .stopped, .timedOut: break
    }
    return look
  }

  /// A function of its own, so that nested steps need less of the stack if no sink shows their parts.
  private func show(_ part: RetryEvent.Kind, during body: () throws -> Void) throws {
    guard start.world.isEnabled(for: part) else { return try body() }
    var result: Result<Void, any Error>?
    start.world.emit(event(part)) { result = Result { try body() } }
    try result.made(by: "XCTContext.runActivity").get()
  }

  /// Hints once that a limit for attempts has no effect on a synchronous step.
  func hintThatAttemptsAreNotInterrupted() {
    guard step.policy.attemptTimeLimit != nil, !step.isWait else { return }
    if start.world.noEffectHint.claim() { emit(.attemptTimeLimitHasNoEffect) }
  }

  func collectEvidence(
    _ object: any TargetedAutoRetry,
    of attempt: Int,
    _ failure: FailedAttempt?,
    _ attachments: StepAttachments
  ) {
    attachments.open(AttachmentOwner(attempt: attempt, hasSucceeded: failure == nil))
    defer { attachments.close() }
    object.collectEvidence(
      of: AttemptEvidence(number: attempt, failure: failure, step: step, attachments: attachments)
    )
  }

  func makeAttachments() -> StepAttachments {
    let (step, world, context) = (step, start.world, start.context)
    // The closure must not capture the context: a failed attempt that is kept would keep the suite.
    let subject = RetryEvent.Subject.step(step, parentID: context.parentID, depth: context.depth)
    let (id, burnIn) = (context.id, context.burnIn)
    let test = world.sinks.isEmpty ? nil : context.test(of: start.testCase)
    // Only values that are fixed while the test runs are read.
    nonisolated(unsafe) let (testCase, findTestObject) = (start.testCase, start.findTestObject)
    return StepAttachments(testObject: findTestObject) { file, attempt, refusal in
      var path: String?
      if refusal == nil {
        world.attachToTest(TestAttachment(file: file, testCase: testCase, callSite: step.callSite))
        path = world.store(file, of: attempt, in: id)
      }
      let kind =
        refusal.map { RetryEvent.Kind.attachmentRefused(file, $0, attempt: attempt) }
        ?? .attached(file, path: path, attempt: attempt)
      if world.isEnabled(for: kind) {
        world.emit(RetryEvent(kind: kind, subject: subject, id: id, test: test, burnIn: burnIn))
      }
      return path
    }
  }
}

// The end of a step.
extension StepRun {
  /// Ends the step: tells the sinks, and fails the test or throws if that is due.
  ///
  /// - Parameter isCancelled: True in a cancelled task; synchronous steps take no notice of it.
  func finish(isCancelled: Bool = false) throws -> StepReport {
    let report = self.report(isCancelled: isCancelled)
    leaveNote(of: report)
    issues.resolve(hasSucceeded: report.outcome.isSuccess && !hasCancelledStep, attempts: report.attempts)
    if case .stopped(let byResetSteps, inside: _) = report.ending, let error {
      emit(.stopped(report, by: error))
      fail(report)
      let part = byResetSteps ? "the reset steps of \(step.name)" : nil
      start.ledger?.errorLeavesStep(SameError(error), EndedStep(callSite: step.callSite, part: part))
      throw error
    }
    if report.outcome == .recovered, let attachments = report.failedAttempts.last?.facts.attachments {
      callHook { collectEvidence($0, of: report.attempts, nil, attachments) }
    }
    if report.ending != .refused { emit(.finished(report)) }
    if report.leavesNotice { start.world.reportRecovery(notice(report)) }
    fail(report)
    return report
  }

  private func report(isCancelled: Bool) -> StepReport {
    guard case .finish(var ending) = next else { preconditionFailure("the step goes on") }
    start.context.liftDeadline()
    if ending.outcome == .timedOut || ending.outcome == .exhausted, isCancelled {
      // The caller no longer waits for the step, so this is not a failure of its own.
      ending = .aborted(.byCancellation)
    }
    return StepReport(
      step,
      ending,
      attempts: engine.attempts,
      retriesUsed: engine.retriesUsed(ending),
      history,
      elapsed: (ending == .passed ? history.attemptEnd : start.now) - history.start,
      timeLimit: ending.outcome == .timedOut ? timeLimit ?? "" : ""
    )
  }

  private func notice(_ report: StepReport) -> RecoveryNotice {
    RecoveryNotice(report: report, testCase: start.testCase, timekeeper: start.world.timekeeper) {
      self.event(.finished(report))
    }
  }

  private func fail(_ report: StepReport) {
    guard report.failsTest else { return }
    let isGate = report.outcome == .recovered || report.ending == .refused
    fail(report.failureMessage, isGate ? .gate : .failure, key: report.failureKey)
  }

  /// Fails the test if the step reports failures.
  ///
  /// - Parameter key: Tells the failure from others if its message has times in it.
  func fail(_ message: String, _ kind: OwnFailure.Kind, key: String? = nil) {
    let test = start.context.test(of: start.testCase)
    let failure = TestFailure(message: message, callSite: step.callSite, test: test, kind: kind, key: key)
    start.world.recordFailure(failure)
  }

  /// Leaves a note of a step that did not succeed, or of a cancelled one inside, for the step around it.
  private func leaveNote(of report: StepReport) {
    if report.outcome.isSuccess ? hasCancelledStep : report.isCancelled(by: error) { noteCancellation() }
    guard let parent = start.context.parent, !report.outcome.isSuccess, !step.isBurnIn else { return }
    if let failure = report.innermostFailure(error: error) { parent.note(failure, failsAttempt: report.failsTest) }
  }
}

extension RetryEvent {
  init(kind: Kind, step: Step, in context: StepContext, test: RunningTest?) {
    self.init(
      kind: kind,
      subject: .step(step, parentID: context.parentID, depth: context.depth),
      id: context.id,
      test: test,
      burnIn: context.burnIn
    )
  }
}
