internal import Testing
internal import XCTest

extension StepRun {
  func finish(_ outcome: StepOutcome) throws {
    if parent == nil { nest.object.withLock { $0 = nil } }
    conclude(outcome)
    step.deadline?.close(step.id)
    // Most steps pass at the first attempt, and leave nothing behind.
    if report.outcome == .passed, !attempt.hasCancelledStep { return emit(.finished(report)) }
    let isSuccess = report.outcome.isSuccess
    if report.outcome.isUsedUp || (report.failsTest && !isSuccess) {
      report.innerFailures = (test?.withheld(of: step.id) ?? []).flatMap { $0.takeFailuresOfSteps() }.merged
    }
    leaveNotes()
    let error = report.outcome.throwsError ? result.error : nil
    tell(of: error)
    settleIssues(isForgiven: isSuccess && !attempt.hasCancelledStep)
    failIfNecessary()
    if let error { throw error }
  }

  /// Comes before anything is recorded, because the framework may end the test at its first failure.
  private func tell(of error: (any Error)?) {
    if let error { return emit(.stopped(report, by: error)) }
    if let attachments = report.attachments {
      callHook { collectEvidence(with: $0, of: report.attempts, nil, attachments) }
    }
    if !report.outcome.isInvalid { emit(.finished(report)) }
    if report.leavesNotice, dependencies.leavesNotices { leaveNotice() }
  }

  /// Only success forgives what the attempts held back.
  private func settleIssues(isForgiven: Bool) {
    let unsettled = test?.settle(step.id) ?? []
    if isForgiven { return }
    let issues = unsettled.takeDistinct(ofAttempts: report.attempts)
    // XCTest on Apple platforms ends the test at a failure if `continueAfterFailure` is false. So only the last failure
    // may be recorded that way.
    let testCase = test?.instance.flatMap { $0.continueAfterFailure ? nil : $0 }
    for (index, issue) in issues.enumerated() {
      testCase?.continueAfterFailure = report.failsTest || index < issues.count - 1
      if !issue.report(in: test), issue.isFailureOfStep { report.isFailureExpected = true }
    }
    testCase?.continueAfterFailure = false
  }

  private func conclude(_ outcome: StepOutcome) {
    report.outcome = outcome
    // The caller of a cancelled step no longer waits for it, so this is not a failure of its own.
    if outcome.isUsedUp, isCancelled { report.outcome = .aborted(.byCancellation) }
    report.attempts = engine.attempts
    report.retriesUsed = engine.retriesUsed(report.outcome)
    report.elapsed = now - report.start
    if report.outcome.cure != nil { report.attachments = makeAttachments(to: engine.attempts) }
    if report.outcome == .timedOut { report.timeLimit = timeLimit ?? "" }
  }

  private func failIfNecessary() {
    let abortion = report.outcome.abortion
    var isReported = !report.isFailureExpected && abortion?.isReported == true
    if report.failsTest {
      report.isFailureExpected = !fail(
        TestIssue.own(
          report.failureMessage,
          at: step.failureSite,
          of: step.callSite,
          isUnconditional: report.outcome.cure != nil || report.outcome.isInvalid,
          failures: report.failures
        )
      )
      isReported = !report.isFailureExpected
    }
    if let reason = abortion?.reason { parent?.leave { $0.noteAbortion(reason, isReported: isReported) } }
  }

  /// - Returns: `false` if the author expects the failure.
  private func fail(_ failure: TestIssue) -> Bool {
    test?.state.withLock { $0.ownFailures += 1 }
    return dependencies.recordFailure(failure.ofEndedTest(test?.hasEndedForGood == true))
  }

  private func leaveNotes() {
    if attempt.hasCancelledStep || report.isCut(by: result.error) { noteCancellation() }
    if report.outcome.isSuccess { return }
    guard let failure = report.innermostFailure(error: result.error) else { return }
    parent?.leave { $0.note(failure, failsAttempt: report.failsTest) }
  }

  func noteCancellation() {
    if parent?.noteCancellation() != true { test?.noteCancellation() }
  }
}

// The test report notes a recovery, so that a pass that needed a retry does not look like any other pass.
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
  func callHooks(after failed: FailedAttempt) {
    if isCancelled, abortion == nil { abortion = .byCancellation }
    let isOpen = abortion == nil
    let answer = callHook { object in
      collectEvidence(with: object, of: failed.number, failed, failed.attachments)
      return isOpen ? object.recoveryAction(after: failed) : .retry
    }
    if case .abort(let reason) = answer { abortion = .byHook(reason) }
  }

  @discardableResult
  private func callHook<Answer>(_ body: (any TargetedAutoRetry) -> Answer) -> Answer? {
    if environment.isInHook { return nil }
    return StepEnvironment.$current.withValue(environmentOfHooks) { body(object) }
  }

  private func collectEvidence(
    with object: any TargetedAutoRetry,
    of attempt: Int,
    _ failure: FailedAttempt?,
    _ attachments: AttemptAttachments
  ) {
    object.collectEvidence(
      of: AttemptEvidence(number: attempt, failure: failure, step: step, attachments: attachments)
    )
  }

  func makeAttachments(to attempt: Int) -> AttemptAttachments {
    let (step, dependencies, nest) = (step, dependencies, nest)
    // Safe because only values that do not change during the test are read.
    nonisolated(unsafe) let testCase = testCase ?? test?.testCase
    return AttemptAttachments { file in
      var path: String?
      if file.problem == nil {
        let isInTest = dependencies.attachToTest(file, testCase, step.failureSite)
        path = dependencies.store(file, of: attempt, in: step.id)
        if !isInTest, path == nil {
          dependencies.hint(.attachmentsAreNotKept) { RetryEvent(.hint($0), of: step, in: nest.currentIdentity) }
          return nil
        }
      }
      dependencies.emit(RetryEvent(.attached(file, path: path, attempt: attempt), of: step, in: nest.currentIdentity))
      return path
    }
  }
}
