internal import Testing
internal import XCTest

/// The run of a step, from its call to its report; both drivers obey it.
///
/// It asks the engine for the next action, emits the events, and collects the report. Only the driver of the step has
/// it, in one task or on one thread. So the properties that it changes most are not checked for overlapping accesses,
/// which would be a tenth of what a passing step costs.
final class StepRun {
  let step: Step
  let world: World
  let object: any TargetedAutoRetry
  /// What a hook of the object is inside of.
  private let hook: Hook
  /// Nil also for a test case that never ran, which is an object as any other.
  let testCase: XCTestCase?
  /// The test of the step, if it is known.
  let test: RunningTest?
  let around: Surroundings
  /// The context that the step started in; nil for an outermost step.
  let parent: StepContext?
  let nest: Locked<Nest>
  @exclusivity(unchecked) var engine: RetryEngine
  /// The deadline that binds the step.
  var deadline: Deadline?
  /// A condition that an attempt waits for before its main action; without it the attempt fails.
  let precondition: (() -> Bool)?
  var next: RetryEngine.Action
  @exclusivity(unchecked) var report: StepReport
  /// The failures of the test before the attempt, if its assertions fail it at once.
  var failuresBefore = 0
  var abortion: Abortion?
  /// The end of the part that runs, or of the last one.
  @exclusivity(unchecked) var end = AttemptEnd()
  /// True if a step inside the attempt has ended by cancellation; the attempt then forgives nothing.
  var hasCancelledStep = false
  /// The instant at which the attempt began, and the number of runs of the main action before it.
  var attemptStart: (instant: Duration, actionRuns: Int)
  /// True for an asynchronous step; a synchronous one takes no notice of cancellation.
  var isAsynchronous = false
  /// A text for the value that did not meet the condition, in the forms that return one.
  var rejectedValue: (() -> String?)?
  /// Releases the value of an attempt that has failed.
  var forgetValue: (() -> Void)?
  /// The surroundings of the code that the step asks and that belongs to no attempt of it: hooks, and `isRetryable`.
  var surroundingsOfHooks: Surroundings { Surroundings(in: around, hook: hook) }

  /// - Parameters:
  ///   - policy: That of the call, with its arguments.
  ///   - sum: All policies, if they are summed up already.
  init(
    _ object: any TargetedAutoRetry,
    _ actionDescription: String?,
    _ failure: Step.Failure,
    _ policy: RetryPolicy,
    kind: Step.Kind = .step,
    hasResetSteps: Bool = false,
    _ place: CallSite,
    precondition: (() -> Bool)? = nil,
    sum: StepPolicy? = nil
  ) {
    (around, self.precondition) = (.current, precondition)
    world = around.world ?? .live
    // The cast of another object takes long.
    let asTestCase = type(of: object) is XCTestCase.Type ? object as? XCTestCase : nil
    let testCase = asTestCase?.testRun == nil ? nil : asTestCase
    let isInSwiftTesting = around.step?.step.isInSwiftTesting ?? (Test.current != nil)
    parent = around.step(around: testCase)
    test = .ofStep(of: testCase, inside: parent, around, isInSwiftTesting: isInSwiftTesting)
    nest = parent?.nest ?? Locked(Nest(object: testCase ?? (isInSwiftTesting ? object as AnyObject : nil)))
    self.testCase = testCase
    self.object = object
    let ofTest = testCase == nil ? testObject(of: test, inside: around.step) : nil
    hook = ofTest == nil ? .ofTest : Hook(handedOnTo: ofTest)
    let sum =
      sum
      ?? StepPolicy(
        call: policy,
        scope: around.scope,
        type: object.retryPolicy,
        test: ofTest?.retryPolicy,
        waits: kind == .wait || precondition != nil,
        patience: world.steering.patience
      )
    let now = world.timekeeper.now()
    step = Step(
      actionDescription,
      failure,
      sum,
      kind: kind,
      hasResetSteps: hasResetSteps,
      place.from(around.caller),
      in: world.steering,
      isExcuseOver: sum.excuse?.isExpired(at: world.timekeeper.date) ?? false,
      of: testCase.map(ObjectIdentifier.init),
      isInSwiftTesting: isInSwiftTesting,
      inside: parent?.step,
      now: now
    )
    deadline = step.deadline?.nearest
    engine = RetryEngine(step, until: deadline, world.steering)
    next = engine.start()
    if let end = test?.endingStep { next = .finish(.aborted(.byEndOfTest(end))) }
    report = StepReport(step, since: now)
    attemptStart = (now, 0)
    world.complain(at: step.failureSite)
    let isTestKnown = test != nil || testCase != nil || isInSwiftTesting || ofTest != nil
    if !isTestKnown, RunningTest.mayBeUnseen { hint(.testIsUnknown) }
  }

  /// A repetition of a step that has passed; its attempt begins with the reset steps.
  convenience init(repetition number: Int, of count: Int, _ run: StepRun) {
    self.init(
      run.object,
      run.step.actionDescription,
      .isOnlyLogged,
      .default,
      kind: .repetition(number, of: count),
      hasResetSteps: true,
      run.step.callSite,
      precondition: run.precondition,
      sum: run.step.policy
    )
    isAsynchronous = run.isAsynchronous
    rejectedValue = run.rejectedValue
    forgetValue = run.forgetValue
  }

  var now: Duration { world.timekeeper.now() }

  var isCancelled: Bool { isAsynchronous && Task.isCancelled }

  var identity: TestIdentity? {
    if let identity = nest.withLock({ $0.identity }) { return identity }
    let identity = RunningTest.identity(of: test)
    nest.withLock { $0.identity = identity }
    return identity
  }

  /// True for an error that neither a retry nor another look can cure; the policy is asked outside of the attempt.
  func isStop(_ error: any Error) -> Bool {
    if error.meansStop { return true }
    guard let isRetryable = step.policy.isRetryable else { return false }
    return !Surroundings.$current.withValue(surroundingsOfHooks) { isRetryable(error) }
  }
}

extension StepRun {
  func event(_ kind: RetryEvent.Kind) -> RetryEvent { RetryEvent(kind, of: step, in: identity) }

  func emit(_ kind: @autoclosure () -> RetryEvent.Kind) {
    if !world.sinks.isEmpty { world.emit(event(kind())) }
  }

  func hint(_ hint: Hint) {
    if world.hints.withLock({ $0.insert(hint).inserted }) { emit(.hint(hint)) }
  }

  func show<Value, Failure>(
    _ part: @autoclosure () -> RetryEvent.Kind,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if world.showsParts { return try perform(part(), body) }
    emit(part())
    return try body()
  }

  /// A function of its own, so that nested steps need less of the stack if no sink shows their parts.
  private func perform<Value, Failure>(
    _ part: RetryEvent.Kind,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    world.emit(event(part)) { result = Result(catching: body) }
    guard let result else { fatalError("XCTContext.runActivity has not run what it was given.") }
    return try result.get()
  }

  var timeLimit: String? { deadline.map { $0.text(for: step.id) + world.steering.patienceText } }
}
