internal import Foundation
internal import Testing
internal import XCTest

/// Not `Sendable`: only the driver of the step uses it, in one task or on one thread.
final class StepRun {
  let step: Step
  let dependencies: Dependencies
  /// The object that the step was called on.
  let object: any TargetedAutoRetry
  /// Its policy and hooks apply if `object`, such as a page object, declares none; `nil` if `object` is a test case.
  let fallback: (any TargetedAutoRetry)?
  /// `nil` if the object is not a test case, or is one that XCTest has not started.
  let testCase: XCTestCase?
  /// `nil` if it is not known which test is running.
  let test: TestRun?
  let environment: StepEnvironment
  let parent: AttemptScope?
  let nest: Locked<Nest>
  var engine: RetryEngine
  /// The engine's last answer: what the driver does now.
  var next: RetryEngine.Action
  var report: StepReport
  var current: CurrentAttempt
  /// A synchronous step ignores cancellation.
  var isAsynchronous = false
  /// The attempts that hold something back.
  var holding: [AttemptScope] = []
  /// Whether `ProcessEnd` knows the step, or will when a time limit is reached.
  var isWatched = false
  /// Only the forms that judge what their action returned have one.
  var value: AttemptValue?

  /// What lives as long as an attempt, including the late check and the reset steps that follow it.
  struct CurrentAttempt {
    let start: Duration
    let actionRunsBefore: Int
    let failuresBefore: Int
    var hasCancelledStep = false
    /// Of the current scope: the attempt itself, its late check, or its reset steps.
    var result = ScopeResult()
  }

  /// The value that the action of an attempt returned.
  struct AttemptValue {
    /// The value in words, if the cause of a failed attempt names it.
    let text: () -> String?
    /// Whether no further check can accept it.
    var isNil: () -> Bool = { false }
    /// Whether a later check may accept it, because it is an object or contains one.
    var isChangeable: () -> Bool = { true }
    /// Releases a value that was refused; `nil` if the condition may be checked again.
    var forget: (() -> Void)?

    /// For an action that returned `nil` instead of an answer, which says less than a value that is `nil`.
    static var hiddenByOptional: Self { Self { "nil (`try?` and `?.` hide the reason)" } }
  }

  init(
    _ object: any TargetedAutoRetry,
    _ actionDescription: String?,
    _ failure: Step.FailureEffect,
    _ policy: RetryPolicy,
    isWait: Bool = false,
    hasCondition: Bool = true,
    reset: Any.Type = NoResetSteps.self,
    _ place: CallSite
  ) {
    self.object = object
    environment = .current
    dependencies = environment.dependencies ?? .live
    // Casting any other object is expensive.
    let asTestCase = type(of: object) is XCTestCase.Type ? object as? XCTestCase : nil
    testCase = asTestCase?.testRun == nil ? nil : asTestCase
    let isInSwiftTesting = environment.isOfSwiftTesting ?? (Test.isRunning || Test.isOnlyFramework)
    let testCaseID = testCase.map(ObjectIdentifier.init)
    parent = environment.scope.flatMap { $0.step.mayEnclose(testCaseID) ? $0 : nil }
    test = .ofStep(of: testCase, inside: parent, environment, isInSwiftTesting: isInSwiftTesting)
    nest = parent?.nest ?? Locked(Nest(object: testCase ?? (isInSwiftTesting ? object as AnyObject : nil)))
    // The running test case if XCTest exposes it, or else the object of the outermost step: Swift Testing never exposes
    // the suite. A conformance that is isolated to another actor must not be used here; the cast rejects it.
    let testObject = testCase == nil ? test?.instance ?? environment.scope?.nest.withLock { $0.object } : nil
    fallback = testObject as? any TargetedAutoRetry
    let steering = dependencies.steering
    let sum = StepPolicy(
      call: policy,
      scopes: environment.policies,
      type: object.retryPolicy,
      test: fallback?.retryPolicy,
      waits: isWait,
      timeScale: steering.timeScale
    )
    let now = dependencies.timekeeper.now()
    step = Step(
      actionDescription,
      failure,
      sum,
      isWait: isWait,
      hasCondition: hasCondition,
      place,
      from: environment.caller,
      steeredRetries: steering.retryAttempts,
      hasExpired: sum.flakiness?.isExpired(at: dependencies.timekeeper.date) ?? false,
      of: testCaseID,
      isInSwiftTesting: isInSwiftTesting,
      inside: parent.map { ($0.step, $0.attempt) },
      now: now
    )
    engine = RetryEngine(
      sum,
      retryAttempts: step.retryAttempts,
      isWait: isWait,
      hasResetSteps: reset != NoResetSteps.self,
      // Building the step's name is expensive; skip it unless a rehearsal is configured.
      rehearses: steering.rehearsal != nil && steering.rehearses(step.name),
      failsOnRecovery: steering.failsOnRecovery
    )
    next = engine.start()
    report = StepReport(step: step, start: now)
    current = CurrentAttempt(start: now, actionRunsBefore: 0, failuresBefore: 0)
    dependencies.complain(at: step.failureSite)
    let isTestKnown = test != nil || testCase != nil || isInSwiftTesting || fallback != nil
    if !isTestKnown, TestRun.mayBeUnseen, !TestRun.awaitsUnseenTest {
      let (event, dependencies) = (event(.hint(.testIsUnknown)), dependencies)
      TestRun.afterUnseenTest { dependencies.hint(.testIsUnknown, event) }
    }
  }

  var now: Duration { dependencies.timekeeper.now() }

  var isCancelled: Bool { isAsynchronous && Task.isCancelled }

  var identity: TestIdentity? {
    if let identity = nest.withLock({ $0.identity }) { return identity }
    let identity = TestRun.identity(of: test)
    nest.withLock { $0.identity = identity }
    return identity
  }

  /// For code that the step calls but that belongs to none of its attempts: hooks, and `isRetryable`.
  var environmentOfHooks: StepEnvironment { environment.insideHook(handingOnTo: fallback) }

  /// Why the error ends the step; `nil` if it only fails its attempt.
  func stop(by error: any Error) -> ErrorStop? {
    if let stop = ErrorStop(error, isCancelled: isCancelled) { return stop }
    // Many clients throw an error of their own if their task is canceled.
    if isCancelled { return .cancellation }
    // `#require` and `XCTUnwrap` are assertions, and a policy is never asked about assertions.
    guard !error.standsForIssue, let isRetryable = step.policy.isRetryable else { return nil }
    // It is code of the test, which may call `exit`. It runs outside the attempt, so that it cannot fail the attempt.
    watchForProcessEnd()
    return StepEnvironment.$current.withValue(environmentOfHooks) { isRetryable(error) } ? nil : .notRetryable
  }
}

extension StepRun {
  /// Not inlined, because nested steps use less stack without its large values.
  @inline(never)
  func event(_ kind: RetryEvent.Kind) -> RetryEvent { RetryEvent(kind, of: step, in: identity) }

  func emit(_ kind: @autoclosure () -> RetryEvent.Kind) {
    if !dependencies.sinks.isEmpty { dependencies.emit(event(kind())) }
  }

  func hint(_ hint: Hint) { dependencies.hint(hint, event(.hint(hint))) }

  /// The condition of an attempt that has already failed decides nothing, so it is not shown.
  func isShown(_ part: StepPart, in scope: AttemptScope) -> Bool { part != .condition || !scope.hasFailed }

  func show(_ part: StepPart, of attempt: Attempt, in scope: AttemptScope, _ body: () throws -> Void) throws {
    if !isShown(part, in: scope) { return try body() }
    if dependencies.showsParts { return try perform(.begins(part, attempt), body) }
    emit(.begins(part, attempt))
    try body()
  }

  /// A separate function, so that nested steps use less stack if no sink shows their parts.
  @inline(never)
  private func perform(_ part: RetryEvent.Kind, _ body: () throws -> Void) throws {
    var result: Result<Void, any Error>?
    dependencies.emit(event(part)) { result = Result(catching: body) }
    guard let result else { fatalError("XCTContext.runActivity did not run its closure.") }
    try result.get()
  }

  func watchForProcessEnd() {
    isWatched = true
    ProcessEnd.watch(step, in: test)
  }

  func finish(_ outcome: StepOutcome) throws {
    defer {
      if isWatched { ProcessEnd.forget(step) }
    }
    if parent == nil { nest.withLock { $0.object = nil } }
    conclude(outcome)
    step.closeDeadline()
    // Only the clock of a real run blocks.
    if !isAsynchronous, dependencies.leavesNotices, hasWaitedTooLong { hintThatThreadWasBlocked() }
    // Most steps pass at the first attempt, and leave nothing behind.
    if report.outcome == .passed, !current.hasCancelledStep { return emit(.finished(report)) }
    if step.hasChangingName { hint(.nameChanges(step.callSite.pathAndLine)) }
    let isSuccess = report.outcome.isSuccess
    if report.outcome.isUsedUp || (report.failsTest && !isSuccess) {
      report.innerFailures = holding.flatMap { $0.takeFailuresOfSteps() }.merged
    }
    hintAtAttempts()
    tellParent()
    let error = report.outcome.stop == nil ? nil : current.result.error
    // A step in the last attempt that was skipped or canceled has decided nothing.
    let isForgiven = isSuccess && !current.hasCancelledStep
    if !isForgiven, !holding.isEmpty { report.recordsIssues = true }
    emitEnd(error)
    settleIssues(isForgiven: isForgiven)
    failIfNecessary()
    if let error {
      let part = report.outcome.isOfResetSteps ? "in the reset steps of" : "in"
      test?.noteThrown(error, at: step.failureSite, " \(part) \(step.shortName)")
      recordIfForgiven(error)
      throw error
    }
  }

  /// Whether what the step waited for may need the step's thread: its condition timed out, or came true late.
  private var hasWaitedTooLong: Bool {
    (report.outcome.isUsedUp && step.policy.conditionTimeout > .zero) || report.waiting > .seconds(1)
  }

  /// The work of a task that nobody awaits belongs to no attempt.
  func hintAtTask(_ result: Any.Type) {
    if result != Void.self, result is any StartedTask.Type { hint(.startsTask(step.callSite.pathAndLine)) }
  }

  private func hintThatThreadWasBlocked() {
    let place = step.callSite.pathAndLine
    if step.isInSwiftTesting {
      hint(.blocksThread(place))
    } else if Thread.isMainThread, withUnsafeCurrentTask(body: { $0 != nil }) {
      hint(.blocksMainActor(place))
    }
  }

  // Swift Testing ignores the error of a requirement, whose issue was recorded. Without a trait, nothing else sees it.
  private func recordIfForgiven(_ error: any Error) {
    guard step.isInSwiftTesting, environment.run == nil, error.standsForIssue else { return }
    if test?.hasFailure(of: error) != false { return }
    error.record(at: step.failureSite.sourceLocation)
  }

  /// Comes before anything is recorded, because the framework may end the test at its first failure.
  private func emitEnd(_ error: (any Error)?) {
    if let error {
      emit(.stopped(report, by: error))
      // Most skips of this library's own tests are of XCTest.
      if step.isInSwiftTesting, dependencies.leavesNotices, error is XCTSkip {
        hint(.skipsByXCTest(step.callSite.pathAndLine))
      }
      return
    }
    if let attachments = report.attachments {
      let evidence = AttemptEvidence(number: report.attempts, failure: nil, step: step, attachments: attachments)
      callHook { $0.collectEvidence(of: evidence) }
    }
    let leavesNotice = report.leavesNotice && dependencies.leavesNotices
    report.isShownAsWarning = leavesNotice && step.isInSwiftTesting && (Test.current != nil || Test.isInExitTest)
    if !report.outcome.isInvalid { emit(.finished(report)) }
    if leavesNotice { showRecovery() }
  }

  /// Notes the recovery in the test report, so that a pass that needed a retry does not look like any other pass.
  private func showRecovery() {
    guard report.isShownAsWarning else { return attachRecovery() }
    let message = sentences(report.lastLine(.failure), report.summary)
    TestIssue.warnInSwiftTesting(message, at: step.failureSite.sourceLocation)
  }

  #if canImport(Darwin)
    private func attachRecovery() {
      Features.makeFile(of: event(.finished(report)), at: now)?.attachInXCTest(to: testCase ?? test?.testCase)
    }
  #else
    /// XCTest on Linux has no attachments.
    private func attachRecovery() {}
  #endif

  /// Only success forgives what the attempts held back.
  private func settleIssues(isForgiven: Bool) {
    if holding.isEmpty { return }
    test?.forgetAttempts(of: step.id)
    if isForgiven { return test?.noteForgiven(holding.takeIssuesByLine().map(\.place)) ?? () }
    let issues = holding.takeIssuesByLine(ofAttempts: report.attempts)
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
    report.attempts = engine.attempts
    report.retriesUsed = engine.retriesUsed(report.outcome)
    report.elapsed = outcome == .passed ? report.lastAttempt : now - report.start
    if report.outcome.recovery != nil { report.attachments = makeAttachments(to: engine.attempts) }
    if report.outcome == .timedOut { report.deadlineText = text(of: .timeLimit) ?? "" }
  }

  private func failIfNecessary() {
    let abortion = report.outcome.abortion
    var isReported = !report.isFailureExpected && abortion?.isReported == true
    if report.failsTest {
      let failure = TestIssue.ofLibrary(
        report.failureMessage,
        at: step.failureSite,
        of: step.callSite,
        isUnconditional: report.outcome.recovery != nil || report.outcome.isInvalid,
        failures: report.failures
      )
      isReported = dependencies.recordFailure(failure.ofEndedTest(endedTest))
      report.isFailureExpected = !isReported
      if !isReported { dependencies.emit(event(.failureExpected)) }
      test?.state.withLock { $0.failedStep = step }
    }
    if let reason = abortion?.reason { parent?.update { $0.noteAbortion(reason, isReported: isReported) } }
  }

  /// The name of the test if it has ended; empty if only its end is known.
  private var endedTest: String? {
    if let test { return test.endedTest }
    // Nothing tells the test of the step, but one that began after the step is another.
    let begin = TestRun.current?.testCase?.testRun?.startDate
    let timekeeper = dependencies.timekeeper
    return begin.map { $0 > timekeeper.origin.addingTimeInterval(report.start.timeInterval) } == true ? "" : nil
  }

  private func tellParent() {
    if current.hasCancelledStep || (report.outcome.isSkipOrCancellation && !isCancelledRace) { noteCancellation() }
    if report.outcome.isSuccess { return }
    guard let failure = report.innermostFailure(error: current.result.error) else { return }
    parent?.update { $0.note(failure, failsAttempt: report.failsTest) }
  }

  /// A wait that lost a race decides nothing if its failure would only have been logged.
  private var isCancelledRace: Bool {
    step.isWait && step.failureEffect == .isOnlyLogged && current.result.error?.isSkip != true
  }

  func noteCancellation() {
    if parent?.noteCancellation() != true { test?.keeper.noteCancellation() }
  }

  /// - Parameter asksRecovery: `false` if an abort, a cancellation or an error already decides.
  /// - Returns: `nil` if it may continue.
  func callHooks(after failed: FailedAttempt, asksRecovery: Bool) -> Abortion? {
    let evidence =
      AttemptEvidence(number: failed.number, failure: failed, step: step, attachments: failed.attachments)
    let answer = callHook { object in
      object.collectEvidence(of: evidence)
      object.collectEvidence(of: failed)
      return asksRecovery ? object.recoveryAction(after: failed) : .retry
    }
    guard case .abort(let reason) = answer else { return nil }
    return .byHook(reason)
  }

  @discardableResult
  private func callHook<Answer>(_ body: (any TargetedAutoRetry) -> Answer) -> Answer? {
    if environment.isInHook { return nil }
    return StepEnvironment.$current.withValue(environmentOfHooks) { body(object) }
  }

  func makeAttachments(to attempt: Int) -> AttemptAttachments {
    let (step, dependencies, nest) = (step, dependencies, nest)
    // Safe because only values that do not change during the test are read.
    nonisolated(unsafe) let testCase = testCase ?? test?.testCase
    return AttemptAttachments { file in
      func event(_ kind: RetryEvent.Kind) -> RetryEvent {
        RetryEvent(kind, of: step, in: nest.withLock { $0.identity })
      }
      var path: String?
      if file.problem == nil {
        let isInTest = dependencies.attachToTest(file, testCase, step.failureSite)
        path = dependencies.store(file, of: attempt, in: step.id)
        if !isInTest, path == nil {
          dependencies.hint(.attachmentsAreNotKept, event(.hint(.attachmentsAreNotKept)))
          return nil
        }
      }
      dependencies.emit(event(.attached(file, path: path, attempt: attempt)))
      return path
    }
  }
}

private protocol StartedTask {}

extension Task: StartedTask {}
