internal import XCTest

/// The beginning of a step: as little as its first attempt needs.
///
/// Most steps pass at once, and most runs of tests have nobody who listens; such a step needs no more than this. Where
/// more is needed, a ``StepRun`` goes on from here.
struct StepStart {
  let object: any TargetedAutoRetry
  let call: StepCall
  let environment: RetryEnvironment
  let policy: RetryPolicy
  let testCase: XCTestCase?
  let context: StepContext
  let issueScope: IssueScope
  /// The instant at which the step begins.
  let instant: Duration
  let engine: RetryEngine
  /// What the code of the first attempt of a quiet step runs inside of.
  let surroundings: Surroundings

  init<Object: TargetedAutoRetry>(
    _ call: StepCall,
    retryAttempts: Int?,
    policy: RetryPolicy?,
    of object: Object
  ) {
    self.object = object
    self.call = call
    var around = Surroundings.current
    environment = around.environment ?? .live
    self.policy = (policy ?? around.policy?.policy ?? object.retryPolicy)
      .allowing(retryAttempts, unless: environment.steering)
    // Asking the type first spares values a cast.
    testCase = Object.self is AnyClass ? object as? XCTestCase : nil
    instant = environment.timekeeper.now()
    context = StepContext(
      of: self.policy,
      around: around.step,
      in: testCase.map(ObjectIdentifier.init),
      isInSwiftTesting: RunningTest.isInSwiftTesting,
      at: instant
    )
    issueScope = IssueScope(testCase, in: context)
    engine = RetryEngine(
      RetryPlan(
        self.policy,
        hasResetSteps: call.hasResetSteps,
        deadline: context.deadline,
        steering: environment.steering,
        name: { Step.name(call.actionDescription) }
      )
    )
    around.step = context
    surroundings = around
  }

  /// Whether nobody listens and nobody keeps issues: then an attempt that succeeds leaves no trace.
  var isQuiet: Bool { environment.sinks.isEmpty && !issueScope.withholds }

  func begin() -> RetryEngine.Action { engine.start(at: instant) }

  /// The end of a quiet step whose first attempt is over; nil where it goes on.
  func end<Value, Failure>(after attempt: AttemptEnd<Value, Failure>) -> StepEnd? {
    guard case .succeeded = attempt, context.nest.passes(context.id) else { return nil }
    return engine.endIfSucceeded()
  }
}

extension StepStart: AttemptRunner {
  var timekeeper: Timekeeper { environment.timekeeper }

  func tell(_ kind: @autoclosure () -> RetryEvent.Kind) {}

  func perform<Value, Failure>(
    _ part: @autoclosure () -> RetryEvent.Kind,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try body()
  }

  func conditionEvaluated(_ isMet: Bool, since start: Duration) -> RetryEngine.ConditionAction {
    engine.conditionEvaluated(isMet, since: start, at: timekeeper.now())
  }
}

extension RetryPolicy {
  /// The policy with the number of retries that the call asks for, or that the run is steered to.
  fileprivate func allowing(_ retryAttempts: Int?, unless steering: Steering) -> RetryPolicy {
    var policy = self
    if let retryAttempts { policy.retryAttempts = retryAttempts }
    // A number that makes no sense is reported, not replaced.
    if policy.retryAttempts >= 0, let steered = steering.retryAttempts { policy.retryAttempts = steered }
    return policy
  }
}
