internal import Testing
internal import XCTest

extension StepRun {
  /// Ends the step: tells the sinks, and fails the test or throws if that is due.
  func finish(_ ending: StepEnding) throws {
    if parent == nil { nest.withLock { $0.object = nil } }
    conclude(ending)
    step.deadline?.end(step.id)
    // Most steps pass at once, and leave nothing.
    if report.ending == .passed, !hasCancelledStep {
      return emit(.finished(report))
    }
    if report.hasNotRun {
      emit(.finished(report))
      // Without a failure the test would pass if another one was ended, or if the failure was a known issue.
      if test?.hasIssue != true { failIfDue() }
      return
    }
    let isSuccess = report.outcome.isSuccess
    let isUsedUp = [.exhausted, .timedOut].contains(report.ending.outcome) && !step.isRepetition
    if isUsedUp || (report.failsTest && !isSuccess) {
      report.innerCauses = (test?.withheld(of: step.id) ?? []).flatMap { $0.takeFailuresOfSteps() }.ofSteps
    }
    leaveNotes()
    let error = report.ending.throwsError ? end.error : nil
    tell(of: error)
    settleIssues(isForgiven: isSuccess && !hasCancelledStep)
    failIfDue()
    if let error { throw error }
  }

  /// Tells all but the framework, which may end the test at its first failure.
  private func tell(of error: (any Error)?) {
    if let error { return emit(.stopped(report, by: error)) }
    if let attachments = report.attachments {
      callHook { collectEvidence(with: $0, of: report.attempts, nil, attachments) }
    }
    if !report.outcome.isSuccess, report.onlyLookedOnce {
      hint(.looksOnce(action: step.shortName, hasResetSteps: step.hasResetSteps))
    }
    if report.ending != .refused { emit(.finished(report)) }
    if report.leavesNotice, world.leavesNotices { leaveNotice() }
  }

  /// Only success forgives what the attempts have withheld.
  private func settleIssues(isForgiven: Bool) {
    let unsettled = test?.settle(step.id) ?? []
    if isForgiven { return }
    // Each issue of XCTest can be kept until it is known what fails the test.
    let isSaid = report.failsTest && !report.outcome.isSuccess && test?.testCase != nil && parent?.isInAttempt != true
    var said = isSaid ? report.wordsOfIssues : []
    let issues = unsettled.takeDistinct(ofAttempts: report.attempts).filter { issue in
      if !issue.isSaid(in: said) { return true }
      // Files of one name may say the same at the same line, and the failure says it once.
      said.subtract(issue.words)
      return false
    }
    // XCTest on Apple platforms then ends the test at a failure, which may be the last one only.
    let testCase = test?.instance.flatMap { $0.continueAfterFailure ? nil : $0 }
    for (index, issue) in issues.enumerated() {
      testCase?.continueAfterFailure = report.failsTest || index < issues.count - 1
      if !issue.report(in: test), issue.isFailureOfStep { report.isFailureExpected = true }
    }
    testCase?.continueAfterFailure = false
  }

  private func conclude(_ ending: StepEnding) {
    // The caller of a cancelled step no longer waits for it, so this is not a failure of its own.
    let isCut = (ending.outcome == .timedOut || ending.outcome == .exhausted) && isCancelled
    report.ending = isCut ? .aborted(.byCancellation) : ending
    report.attempts = engine.attempts
    report.retriesUsed = engine.retriesUsed(report.ending)
    report.elapsed = now - report.start
    if report.ending.outcome == .recovered { report.attachments = makeAttachments(to: engine.attempts) }
    if report.ending.outcome == .timedOut { report.timeLimit = timeLimit ?? "" }
  }

  /// Fails the test and ends it, if that is due, and ends the steps around an aborted one.
  private func failIfDue() {
    let endsTest = report.endsTest && parent?.isInAttempt != true
    var failure = report.isFailureExpected ? nil : report.ending.failureInside
    if report.failsTest {
      let isGate = report.outcome == .recovered || report.ending == .refused
      var own = TestFailure(
        message: report.failureMessage,
        callSite: step.failureSite,
        isGate: isGate,
        causes: report.causes,
        endsTest: endsTest
      )
      own.key = report.failureKey(own.message, own.causes)
      report.isFailureExpected = !fail(own)
      failure = report.isFailureExpected ? nil : own.key
    }
    var reason = report.ending.abortion?.reason
    // A failure that the author expects ends nothing.
    if endsTest, failure != nil {
      test?.end(by: step.nameAndPlace)
      reason = reason ?? "\(step.name) has ended the test"
    }
    if let reason { parent?.leave { $0.noteAbortion(reason, failure: failure) } }
  }

  /// - Returns: False if the author expects the failure.
  @discardableResult
  func fail(_ failure: TestFailure) -> Bool {
    test?.state.withLock { $0.ownFailures += 1 }
    var failure = failure
    failure.isTestOver = test?.isOverForGood == true
    return world.recordFailure(failure)
  }
}

// The notice of a recovery in the report of the test: a pass that needed a retry must not look like another.
extension StepRun {
  private func leaveNotice() {
    guard step.isInSwiftTesting, Test.current != nil else { return attachRows() }
    let message = [report.lastLine(.failure), report.summary].compactMap { $0 }.joined(separator: " ")
    TestIssue.warnInSwiftTesting(message, at: step.failureSite.sourceLocation)
  }

  #if canImport(Darwin)
    private func attachRows() {
      let (event, process) = (event(.finished(report)), RecordingProcess.current)
      let records =
        report.failedAttempts.map { Record($0, in: event, by: process) } + [Record(report, in: event, by: process)]
      let lines = records.enumerated().compactMap { try? $1.line($0 + 1, at: now, by: process) }
      let file = AttachedFile(name: "♻️ \(step.name).jsonl", bytes: Array(lines.joined()))
      file.attachInXCTest(to: testCase ?? self.test?.testCase)
    }
  #else
    /// XCTest on Linux has no attachments.
    private func attachRows() {}
  #endif
}

extension StepRun {
  private func leaveNotes() {
    if hasCancelledStep || report.isCut(by: end.error) { noteCancellation() }
    if report.outcome.isSuccess || step.isRepetition { return }
    guard let failure = report.innermostFailure(error: end.error) else { return }
    parent?.leave { $0.note(failure, failsAttempt: report.failsTest) }
  }

  /// Notes for the attempt around that is not over, or else for the test, that a step inside was cancelled.
  func noteCancellation() {
    if parent?.noteCancellation() != true { test?.noteCancellation() }
  }
}

extension StepRun {
  func callHooks(after failed: FailedAttempt) {
    if isCancelled, abortion == nil { abortion = .byCancellation }
    let isOpen = abortion == nil
    let answer = callHook { object in
      collectEvidence(with: object, of: failed.number, failed, failed.attachments)
      return isOpen ? object.recoveryAction(after: failed) : .retry
    }
    if case .abort(let reason) = answer {
      abortion = .byHook(reason)
    }
  }

  /// Calls a hook of the step's object, unless the step is inside a hook already.
  @discardableResult
  private func callHook<Answer>(_ body: (any TargetedAutoRetry) -> Answer) -> Answer? {
    if around.hook != nil { return nil }
    return Surroundings.$current.withValue(surroundingsOfHooks) { body(object) }
  }

  private func collectEvidence(
    with object: any TargetedAutoRetry,
    of attempt: Int,
    _ failure: FailedAttempt?,
    _ attachments: AttemptAttachments
  ) {
    defer { attachments.close() }
    let evidence = AttemptEvidence(number: attempt, failure: failure, step: step, attachments: attachments)
    object.collectEvidence(of: evidence)
  }

  func makeAttachments(to attempt: Int) -> AttemptAttachments {
    let (step, world, nest) = (step, world, nest)
    // Only values that are fixed while the test runs are read.
    nonisolated(unsafe) let testCase = testCase ?? test?.testCase
    return AttemptAttachments { file, refusal in
      var (path, refusal): (String?, String?) = (nil, refusal)
      if refusal == nil {
        let isInTest = world.attachToTest(file, testCase, step.failureSite)
        path = world.store(file, of: attempt, in: step.id)
        if !isInTest, path == nil { refusal = "set \(EnvironmentVariable.report.name) to a folder" }
      }
      let kind = RetryEvent.Kind.attached(file, path: path, refusal: refusal, attempt: attempt)
      world.emit(RetryEvent(kind, of: step, in: nest.withLock { $0.identity }))
      return path
    }
  }
}
