internal import XCTest

/// The beginning of a step: as little as its first attempt needs.
///
/// Most steps pass at once, and most runs of tests have nobody who listens; such a step needs no more than this. Where
/// more is needed, a ``StepRun`` goes on from here.
struct StepStart {
  let object: any TargetedAutoRetry
  let call: StepCall
  let environment: RetryEnvironment
  let policy: StepPolicy
  let retryAttempts: Int
  let testCase: XCTestCase?
  let context: StepContext
  /// Nil where nobody keeps an issue out of the result.
  let ledger: TestLedger?
  /// The instant at which the step begins.
  let instant: Duration
  let engine: RetryEngine
  /// What the code of the first attempt of a quiet step runs inside of.
  let surroundings: Surroundings

  /// A function and no initializer, which would take copies of all that it is given.
  static func of<Object: TargetedAutoRetry>(
    _ object: Object,
    _ call: consuming StepCall,
    retryAttempts: Int?,
    policy: RetryPolicy?
  ) -> StepStart {
    let around = Surroundings.known
    let environment = around.environment ?? .live
    // Asking the type first spares values a cast.
    let testCase = Object.self is AnyClass ? object as? XCTestCase : nil
    let object = XCTestCase.isMadeToConform ? testCase?.conformer ?? object : object
    let sum = StepPolicy.sum(ofCall: policy, scope: around.policy, type: object.retryPolicy)
    let policy = sum ?? environment.defaultPolicy
    let allowed = retryAttempts ?? policy.plan.retryAttempts
    // A number that makes no sense is reported, not replaced.
    let retryAttempts = allowed < 0 ? allowed : environment.steering.retryAttempts ?? allowed
    if let complaint = environment.complaint {
      complaint.make(at: call.callSite, in: .known(testCase), record: environment.recordFailure)
    }
    let instant = environment.timekeeper.now()
    let context = StepContext(
      of: policy,
      retryAttempts: retryAttempts,
      named: call.actionDescription,
      around: around.step,
      in: testCase.map(ObjectIdentifier.init),
      isInSwiftTesting: RunningTest.isInSwiftTesting,
      at: instant
    )
    return StepStart(
      object: object,
      call: call,
      environment: environment,
      policy: policy,
      retryAttempts: retryAttempts,
      testCase: testCase,
      context: context,
      ledger: .forStep(of: testCase, in: around, isInSwiftTesting: context.isInSwiftTesting),
      instant: instant,
      engine: RetryEngine(
        RetryPlan(
          policy,
          retryAttempts: allowed,
          hasResetSteps: call.hasResetSteps,
          deadline: context.deadline?.first?.instant,
          steering: environment.steering,
          name: { Step.name(call.actionDescription) }
        )
      ),
      surroundings: Surroundings(
        environment: around.environment,
        policy: around.policy,
        step: context,
        flakyScope: around.flakyScope,
        testRun: around.testRun,
        place: around.place
      )
    )
  }

  /// Whether nobody listens, keeps issues or limits attempts: then an attempt that succeeds leaves no trace.
  var isQuiet: Bool { environment.sinks.isEmpty && ledger == nil && policy.attemptTimeLimit == nil }

  func begin() -> RetryEngine.Action { engine.start(at: instant) }

  /// The end of a quiet step whose first attempt is over; nil where it goes on.
  func end<Value, Failure>(after attempt: AttemptEnd<Value, Failure>) -> StepEnd? {
    guard case .succeeded = attempt, !context.hasAbortion else { return nil }
    let end = engine.endIfSucceeded()
    if end != nil { context.liftDeadline() }
    return end
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

  func conditionEvaluated(_ isMet: Bool, _ looks: inout ConditionLooks, isCut: Bool) -> RetryEngine.ConditionAction {
    engine.conditionEvaluated(isMet, &looks, isCut: isCut, at: timekeeper.now())
  }
}

/// What a call of `autoRetry` asks for, but for its policy.
struct StepCall {
  let actionDescription: String?
  let failure: Step.Failure
  let hasResetSteps: Bool
  let callSite: CallSite
}

/// Who runs an attempt: the quiet beginning of a step, or its full run.
protocol AttemptRunner {
  var timekeeper: Timekeeper { get }

  /// Tells the sinks what happened, or that a part of the step begins.
  func tell(_ kind: @autoclosure () -> RetryEvent.Kind)

  /// Tells the sinks that a part of the step begins, and runs it.
  func perform<Value, Failure>(
    _ part: @autoclosure () -> RetryEvent.Kind,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value

  /// - Parameters:
  ///   - looks: What was seen of the condition in this attempt.
  ///   - isCut: Whether the wait for it is ended from outside.
  func conditionEvaluated(_ isMet: Bool, _ looks: inout ConditionLooks, isCut: Bool) -> RetryEngine.ConditionAction
}

extension AttemptRunner {
  /// Keeps the thread for a while.
  ///
  /// On Apple's platforms its events go on, and what they run is none of the attempt's.
  func block(_ duration: Duration) {
    Surroundings.$current.withValue(Surroundings.current.outsideOfTest) { timekeeper.block(duration) }
  }
}

/// What a driver returns.
struct StepResult<Value> {
  let end: StepEnd
  /// What the operation returned in the last attempt, if it did.
  let value: Value?
  /// All that can be said of the step; nil where it passed and nobody asked.
  var report: StepReport?
}
