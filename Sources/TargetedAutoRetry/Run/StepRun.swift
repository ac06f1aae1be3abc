internal import Testing
internal import XCTest

/// Not `Sendable`: only the driver of the step uses it, in one task or on one thread.
final class StepRun {
  let step: Step
  let dependencies: Dependencies
  let object: any TargetedAutoRetry
  /// The object whose hooks are called if the step's object declares none; `nil` if that object is a test case.
  private let hookObject: (any TargetedAutoRetry)?
  /// `nil` if the object is not a test case, or is one that XCTest has not started.
  let testCase: XCTestCase?
  /// `nil` if it is not known which test is running.
  let test: TestRun?
  let environment: StepEnvironment
  let parent: AttemptScope?
  let nest: Nest
  var engine: RetryEngine
  /// Each attempt waits for it before its main action, and fails if it stays false.
  let precondition: (() -> Bool)?
  var next: RetryEngine.Action
  var report: StepReport
  var attempt: CurrentAttempt
  var result = PartResult()
  var abortion: Abortion?
  /// A synchronous step ignores cancellation.
  var isAsynchronous = false
  // Only the forms that return a value set these two: to describe the value of a failed attempt, and to release it.
  var rejectedValue: (() -> String?)?
  var forgetValue: (() -> Void)?

  struct CurrentAttempt {
    let start: Duration
    let actionRunsBefore: Int
    let failuresBefore: Int
    var hasCancelledStep = false
  }

  init(
    _ object: any TargetedAutoRetry,
    _ actionDescription: String?,
    _ failure: Step.Failure,
    _ policy: RetryPolicy,
    isWait: Bool = false,
    hasResetSteps: Bool = false,
    _ place: CallSite,
    precondition: (() -> Bool)? = nil
  ) {
    (environment, self.precondition) = (.current, precondition)
    dependencies = environment.dependencies ?? .live
    // Casting any other object is expensive.
    let asTestCase = type(of: object) is XCTestCase.Type ? object as? XCTestCase : nil
    let testCase = asTestCase?.testRun == nil ? nil : asTestCase
    let isInSwiftTesting = environment.step?.step.isInSwiftTesting ?? (Test.current != nil)
    parent = environment.step(around: testCase)
    test = .ofStep(of: testCase, inside: parent, environment, isInSwiftTesting: isInSwiftTesting)
    nest = parent?.nest ?? Nest(object: testCase ?? (isInSwiftTesting ? object as AnyObject : nil))
    self.testCase = testCase
    self.object = object
    hookObject = testCase == nil ? testObject(of: test, inside: environment.step) : nil
    let steering = dependencies.steering
    let sum = StepPolicy(
      call: policy,
      scopes: environment.policies,
      type: object.retryPolicy,
      test: hookObject?.retryPolicy,
      waits: isWait || precondition != nil,
      timeScale: steering.timeScale
    )
    let now = dependencies.timekeeper.now()
    step = Step(
      actionDescription,
      failure,
      sum,
      isWait: isWait,
      hasResetSteps: hasResetSteps,
      place,
      from: environment.caller,
      steeredRetries: steering.retryAttempts,
      hasExpired: sum.flakiness?.isExpired(at: dependencies.timekeeper.date) ?? false,
      of: testCase.map(ObjectIdentifier.init),
      isInSwiftTesting: isInSwiftTesting,
      inside: parent.map { ($0.step, $0.attempt) },
      now: now
    )
    engine = RetryEngine(
      sum,
      steeredRetries: step.retryAttempts,
      hasResetSteps: hasResetSteps,
      // Building the step's name is expensive; skip it unless a rehearsal is configured.
      isRehearsal: steering.rehearsal != nil && steering.rehearses(step.name),
      failsOnRecovery: steering.failsOnRecovery
    )
    next = engine.start()
    report = StepReport(step, since: now)
    attempt = CurrentAttempt(start: now, actionRunsBefore: 0, failuresBefore: 0)
    dependencies.complain(at: step.failureSite)
    let isTestKnown = test != nil || testCase != nil || isInSwiftTesting || hookObject != nil
    if !isTestKnown, TestRun.mayBeUnseen { hint(.testIsUnknown) }
  }

  var now: Duration { dependencies.timekeeper.now() }

  /// Computed each time, because the deadline of an enclosing step no longer applies once that step has finished.
  var deadline: Deadline? { step.deadline?.nearest }

  var isCancelled: Bool { isAsynchronous && Task.isCancelled }

  var identity: TestIdentity? {
    if let identity = nest.currentIdentity { return identity }
    let identity = TestRun.identity(of: test)
    nest.identity.withLock { $0 = identity }
    return identity
  }

  /// For code that the step calls but that belongs to none of its attempts: hooks, and `isRetryable`.
  var environmentOfHooks: StepEnvironment { environment.insideHook(handingOnTo: hookObject) }

  /// Whether the error ends the step; `isRetryable` runs outside the attempt, so that it cannot fail the attempt.
  func isStop(_ error: any Error) -> Bool {
    if error.meansStop { return true }
    guard let isRetryable = step.policy.isRetryable else { return false }
    return !StepEnvironment.$current.withValue(environmentOfHooks) { isRetryable(error) }
  }

  var timeLimit: String? { deadline.map { $0.text(for: step.id) + dependencies.steering.timeScaleText } }
}

extension StepRun {
  func event(_ kind: RetryEvent.Kind) -> RetryEvent { RetryEvent(kind, of: step, in: identity) }

  func emit(_ kind: @autoclosure () -> RetryEvent.Kind) {
    if !dependencies.sinks.isEmpty { dependencies.emit(event(kind())) }
  }

  func hint(_ hint: Hint) {
    dependencies.hint(hint) { event(.hint($0)) }
  }

  /// The condition of an attempt that has already failed decides nothing, so it is not shown.
  func isShown(_ part: StepPart, in scope: AttemptScope) -> Bool { part != .condition || !scope.hasFailed }

  func show<Value, Failure>(
    _ part: StepPart,
    of attempt: Attempt,
    in scope: AttemptScope,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if !isShown(part, in: scope) { return try body() }
    if dependencies.showsParts { return try perform(.begins(part, attempt), body) }
    emit(.begins(part, attempt))
    return try body()
  }

  /// A separate function, so that nested steps use less stack if no sink shows their parts.
  private func perform<Value, Failure>(
    _ part: RetryEvent.Kind,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    dependencies.emit(event(part)) { result = Result(catching: body) }
    guard let result else { fatalError("XCTContext.runActivity did not run its closure.") }
    return try result.get()
  }
}

/// The object whose policy and hooks apply if the step's object, such as a page object, declares none.
///
/// It is the running test case if XCTest exposes it, or else the object of the outermost enclosing step: Swift Testing
/// never exposes the suite. A conformance that is isolated to another actor must not be used here; the cast rejects it.
func testObject(of test: TestRun?, inside scope: AttemptScope?) -> (any TargetedAutoRetry)? {
  guard let object = test?.instance ?? scope?.nest.object.withLock({ $0 }) else { return nil }
  return object as? any TargetedAutoRetry
}

// The defaults of the hooks: if the step's object does not declare a hook, that of the test is called.

extension FailedAttempt {
  func answerOfTest() -> RecoveryAction { StepEnvironment.handingHookOn { $0.recoveryAction(after: self) } ?? .retry }
}

extension AttemptEvidence {
  func letTestCollect() { StepEnvironment.handingHookOn { $0.collectEvidence(of: self) } }
}
