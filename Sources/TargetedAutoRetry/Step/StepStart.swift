internal import XCTest

/// The beginning of a step: what its call says, and what is around it.
struct StepStart {
  let object: any TargetedAutoRetry
  let call: StepCall
  let policy: StepPolicy
  /// The retries that the policy says, unless the call or the run says otherwise.
  let retryAttempts: Int
  let world: World
  let testCase: XCTestCase?
  let context: StepContext
  /// Nil where nobody keeps an issue out of the result.
  let ledger: TestLedger?
  /// The instant at which the step begins.
  let instant: Duration
  /// True if the last day of the excuse of the step is over.
  let isExcuseOver: Bool
  /// The retries that the call allows, by itself or by its policy.
  private let allowedRetries: Int
  private let around: Surroundings

  /// A function and no initializer, which would take copies of all that it is given.
  static func of(
    _ object: any TargetedAutoRetry,
    _ call: consuming StepCall,
    _ retryAttempts: Int?,
    _ policy: RetryPolicy?
  ) -> StepStart {
    let around = Surroundings.known
    let world = around.world ?? .live
    // Asking the type first spares values a cast.
    let testCase = type(of: object) is AnyClass ? object as? XCTestCase : nil
    let object = XCTestCase.isMadeToConform ? testCase?.conformer ?? object : object
    let isInSwiftTesting = around.step?.isInSwiftTesting ?? RunningTest.isInSwiftTesting
    let sum = StepPolicy.sum(
      ofCall: policy,
      scope: around.policy,
      type: testCase == nil ? policyOfType(object, around, isInSwiftTesting) : object.retryPolicy,
      isWait: call.kind == .wait,
      patience: world.steering.patience
    )
    let policy = sum ?? world.defaultPolicy
    let allowed = retryAttempts ?? policy.plan.retryAttempts
    // A number that makes no sense is reported, not replaced, and a wait has no retries.
    let isFixed = allowed < 0 || call.kind == .wait
    let isExcuseOver = policy.excuse?.isExpired(at: world.timekeeper.date) ?? false
    let retryAttempts = isFixed ? allowed : isExcuseOver ? 0 : world.steering.retryAttempts ?? allowed
    if let complaint = world.complaint {
      complaint.make(
        at: CallSite(call.written, saidToBe: around.callPlace),
        in: .known(testCase),
        record: world.recordFailure
      )
    }
    let instant = world.timekeeper.now()
    let context = StepContext(
      of: policy,
      retryAttempts: retryAttempts,
      named: call.actionDescription,
      of: { standIn(for: object, testCase, isInSwiftTesting: $0) },
      around: around.step,
      in: testCase.map(ObjectIdentifier.init),
      isInSwiftTesting: isInSwiftTesting,
      at: instant
    )
    let ledger = TestLedger.forStep(of: testCase, in: around, isInSwiftTesting: context.isInSwiftTesting)
    // Of a test that withholds it is known that it runs.
    if ledger == nil, let testCase { RunningTestCase.see(testCase) }
    return StepStart(
      object: object,
      call: call,
      policy: policy,
      retryAttempts: retryAttempts,
      world: world,
      testCase: testCase,
      context: context,
      ledger: ledger,
      instant: instant,
      isExcuseOver: isExcuseOver,
      allowedRetries: allowed,
      around: around
    )
  }

  /// What may stand for the test in the steps inside: elsewhere than in Swift Testing only a test case.
  private static func standIn(
    for object: any TargetedAutoRetry,
    _ testCase: XCTestCase?,
    isInSwiftTesting: Bool
  ) -> AnyObject? {
    testCase ?? (isInSwiftTesting ? object as AnyObject : nil)
  }

  /// The start of a repetition of the step, which has passed.
  func burnIn(_ number: Int, of count: Int) -> StepStart {
    let instant = now
    return StepStart(
      object: object,
      call: call.burnIn(number, of: count),
      policy: policy,
      retryAttempts: 0,
      world: world,
      testCase: testCase,
      context: StepContext(
        of: policy,
        retryAttempts: 0,
        named: call.actionDescription,
        of: { Self.standIn(for: object, testCase, isInSwiftTesting: $0) },
        around: around.step,
        in: context.testCase,
        isInSwiftTesting: context.isInSwiftTesting,
        burnIn: number,
        at: instant
      ),
      ledger: ledger,
      instant: instant,
      isExcuseOver: false,
      allowedRetries: 0,
      around: around
    )
  }

  /// The number of times that the step is to be repeated when it has passed; nil for none.
  var burnIns: Int? {
    guard let burnIn = world.steering.burnIn, call.kind == .step, burnIn.name == Step.name(call.actionDescription)
    else { return nil }
    return burnIn.count
  }

  /// The policy of an object that is no test case: what it leaves open comes from the object of the test.
  private static func policyOfType(
    _ object: any TargetedAutoRetry,
    _ around: Surroundings,
    _ isInSwiftTesting: Bool
  ) -> RetryPolicy {
    let testObject = TestObject.inside(of: around.step, isInSwiftTesting: isInSwiftTesting)
    return testObject.map { object.retryPolicy.over($0.retryPolicy) } ?? object.retryPolicy
  }

  /// Finds the object that gives the step what its own does not declare; there is none for a step of a test case.
  var findTestObject: () -> (any TargetedAutoRetry)? {
    if testCase != nil { return { nil } }
    let isInSwiftTesting = context.isInSwiftTesting
    return { [weak step = around.step] in TestObject.inside(of: step, isInSwiftTesting: isInSwiftTesting) }
  }

  /// True if the step is in a hook, about whose steps nobody is asked.
  var isInHook: Bool { around.isAsked }

  var now: Duration { world.timekeeper.now() }

  /// The attempt of a step to which nobody listens, and which nothing but its own code can end.
  ///
  /// Most steps pass at once, and most runs have nobody who listens: such a step needs no ``StepRun``, nor an engine.
  var quietAttempt: Attempt? {
    guard world.sinks.isEmpty, world.steering.rehearses == nil, context.deadline == nil, policy.attemptTimeLimit == nil,
      policy.problem == nil, allowedRetries >= 0, !policy.plan.looksFirst, world.steering.burnIn == nil
    else { return nil }
    return Attempt(number: 1, retriesRemaining: retryAttempts)
  }

  /// True if the condition is asked before the action.
  ///
  /// A repetition begins with the reset steps, so it is asked nothing before.
  var looksFirst: Bool { policy.plan.looksFirst && call.kind == .step }

  /// True for a step whose attempts are an action and then its condition.
  var isPlain: Bool { call.kind != .wait && !looksFirst }

  func makeEngine() -> RetryEngine {
    var plan = policy.plan
    plan.retryAttempts = allowedRetries
    plan.steeredRetries = retryAttempts
    plan.hasResetSteps = call.hasResetSteps
    plan.deadline = context.deadline?.first?.instant
    if allowedRetries < 0 { plan.isRefused = true }
    if plan.delay.jitter != .none { plan.seed = .random(in: 0 ... .max) }
    if let rehearses = world.steering.rehearses { plan.isRehearsal = rehearses(Step.name(call.actionDescription)) }
    plan.failsOnRecovery = world.steering.failsOnRecovery
    return RetryEngine(plan)
  }

  /// True if a quiet attempt leaves nothing behind that anybody would have to know.
  func hasPassed(_ end: AttemptEnd, in place: AttemptPlace) -> Bool {
    guard case .succeeded = end, !place.context.hasAbortion else { return false }
    return place.issues?.close().isEmpty ?? true
  }

  func makeStep() -> Step {
    Step(
      call,
      policy,
      retryAttempts: retryAttempts,
      isExcuseOver: isExcuseOver,
      at: CallSite(call.written, saidToBe: around.callPlace)
    )
  }

  /// What the code of an attempt runs inside of, or the reset steps after it, which belong to no attempt of their step.
  func place(of attempt: Attempt, isReset: Bool = false) -> AttemptPlace {
    var issues: AttemptIssues?
    if let ledger, !isReset {
      issues = AttemptIssues(of: attempt, named: call.actionDescription, in: context, around.flakyScope, ledger)
    }
    // The first attempt has that of the step; what it leaves running is none of the reset steps'.
    let isFirst = issues == nil && !isReset && attempt.number == 1
    let inside = isFirst ? context : StepContext(context, attempt: attempt, issues: issues)
    return AttemptPlace(
      context: inside,
      issues: issues,
      surroundings: Surroundings(of: inside, in: around, place: ledger == nil ? nil : .current)
    )
  }
}

/// What the code of one attempt runs inside of.
struct AttemptPlace {
  let context: StepContext
  /// The issues of the attempt, where they can be withheld.
  let issues: AttemptIssues?
  let surroundings: Surroundings

  /// True if the attempt cannot succeed any more: an issue is in it, or a step inside was told to stop.
  var hasFailed: Bool { context.hasAbortion || issues?.isEmpty == false }
}
