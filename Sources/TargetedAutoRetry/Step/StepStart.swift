internal import XCTest

/// The start of a step: the values of its call and its surroundings.
struct StepStart {
  let object: any TargetedAutoRetry
  let call: StepCall
  let policy: StepPolicy
  /// The retries of the policy, unless the call or the run overrides them.
  let retryAttempts: Int
  let world: World
  let testCase: XCTestCase?
  let context: StepContext
  /// Nil if issues cannot be withheld.
  let ledger: TestLedger?
  let instant: Duration
  /// True if the last day of the step's excuse is over.
  let isExcuseOver: Bool
  /// The retries that the call allows, directly or by its policy.
  private let allowedRetries: Int
  private let around: Surroundings

  /// A function rather than an initializer, which would copy all its arguments.
  static func of(
    _ object: any TargetedAutoRetry,
    _ call: consuming StepCall,
    _ retryAttempts: Int?,
    _ policy: RetryPolicy?
  ) -> StepStart {
    let around = Surroundings.known
    let world = around.world ?? .live
    // A check of the type first saves values a cast.
    let testCase = type(of: object) is AnyClass ? object as? XCTestCase : nil
    let object = XCTestCase.isMadeToConform ? testCase?.conformer ?? object : object
    let isInSwiftTesting = around.step?.isInSwiftTesting ?? RunningTest.isInSwiftTesting
    let policy = StepPolicy(
      testCase == nil ? policyOfType(object, around, isInSwiftTesting) : object.retryPolicy,
      scope: around.policy,
      call: policy,
      isWait: call.kind == .wait,
      patience: world.steering.patience
    )
    let allowed = retryAttempts ?? policy.retryAttempts
    // An invalid number is reported, not replaced. A wait has no retries.
    let isFixed = allowed < 0 || call.kind == .wait
    let isExcuseOver = policy.excuse?.isExpired(at: world.timekeeper.date) ?? false
    let retryAttempts = isFixed ? allowed : isExcuseOver ? 0 : world.steering.retryAttempts ?? allowed
    if let complaint = world.complaint {
      complaint.make(
        at: call.callSite.reported(at: around.caller),
        in: .current(testCase),
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
    // A test that withholds issues is known to run.
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

  /// The object that may stand for the test in inner steps; outside Swift Testing, only a test case may.
  private static func standIn(
    for object: any TargetedAutoRetry,
    _ testCase: XCTestCase?,
    isInSwiftTesting: Bool
  ) -> AnyObject? {
    testCase ?? (isInSwiftTesting ? object as AnyObject : nil)
  }

  /// The start of a repetition of the step.
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

  /// The number of repetitions of the step after it has passed; nil for none.
  var burnIns: Int? {
    guard let burnIn = world.steering.burnIn, call.kind == .step, burnIn.name == Step.name(call.actionDescription)
    else { return nil }
    return burnIn.count
  }

  /// The policy of an object that is not a test case; the object of the test supplies what it leaves open.
  private static func policyOfType(
    _ object: any TargetedAutoRetry,
    _ around: Surroundings,
    _ isInSwiftTesting: Bool
  ) -> RetryPolicy {
    let testObject = TestObject.inside(of: around.step, isInSwiftTesting: isInSwiftTesting)
    return testObject.map { object.retryPolicy.over($0.retryPolicy) } ?? object.retryPolicy
  }

  /// Finds the object that supplies what the step's own does not declare; a step of a test case has none.
  var findTestObject: () -> (any TargetedAutoRetry)? {
    if testCase != nil { return { nil } }
    let isInSwiftTesting = context.isInSwiftTesting
    return { [weak step = around.step] in TestObject.inside(of: step, isInSwiftTesting: isInSwiftTesting) }
  }

  /// True if the step is inside a hook; its attempts call no hook.
  var isInHook: Bool { around.isInHook }

  var now: Duration { world.timekeeper.now() }

  /// The attempt of a quiet step: no sink listens, and only its own code can end it.
  ///
  /// Most steps pass at once, and most runs have no sink. Such a step needs neither a ``StepRun`` nor an engine.
  var quietAttempt: Attempt? {
    guard world.sinks.isEmpty, world.steering.rehearses == nil, context.deadline == nil, policy.attemptTimeLimit == nil,
      policy.problem == nil, allowedRetries >= 0, !policy.looksFirst, world.steering.burnIn == nil
    else { return nil }
    return Attempt(number: 1, retriesRemaining: retryAttempts)
  }

  /// True if the condition is checked before the action.
  ///
  /// A repetition begins with the reset steps, so there is no check before it.
  var looksFirst: Bool { policy.looksFirst && call.kind == .step }

  /// True for a step whose attempts are an action and then its condition.
  var isPlain: Bool { call.kind != .wait && !looksFirst }

  func makeEngine() -> RetryEngine {
    RetryEngine(
      policy,
      retryAttempts: allowedRetries,
      steeredRetries: retryAttempts,
      hasResetSteps: call.hasResetSteps,
      deadline: context.deadline?.first?.instant,
      isRehearsal: world.steering.rehearses?(Step.name(call.actionDescription)) ?? false,
      failsOnRecovery: world.steering.failsOnRecovery
    )
  }

  /// True if a quiet attempt has passed and leaves nothing to report.
  func hasPassed(_ end: AttemptEnd, in place: AttemptPlace) -> Bool {
    guard case .succeeded = end, !place.context.hasAbortion, !place.context.hasCancelledStep else { return false }
    return place.issues?.close().isEmpty ?? true
  }

  func makeStep() -> Step {
    Step(
      call,
      policy,
      retryAttempts: retryAttempts,
      isExcuseOver: isExcuseOver,
      at: call.callSite.reported(at: around.caller)
    )
  }

  /// The surroundings of an attempt, or of the reset steps after it, which belong to no attempt of their step.
  func place(of attempt: Attempt, isReset: Bool = false) -> AttemptPlace {
    var issues: AttemptIssues?
    if let ledger, !isReset {
      issues = AttemptIssues(of: attempt, named: call.actionDescription, in: context, around.flakyScope, ledger)
    }
    // The first attempt uses the context of the step. The reset steps do not: tasks of the attempt may still run in it.
    let isFirst = issues == nil && !isReset && attempt.number == 1
    let inside = isFirst ? context : StepContext(context, attempt: attempt, issues: issues)
    return AttemptPlace(
      context: inside,
      issues: issues,
      surroundings: Surroundings(in: around, step: inside, place: ledger == nil ? nil : .current)
    )
  }
}

struct AttemptPlace {
  let context: StepContext
  /// The issues of the attempt, if they can be withheld.
  let issues: AttemptIssues?
  let surroundings: Surroundings

  /// True if the attempt cannot succeed any more: it has an issue, or an inner step was aborted.
  var hasFailed: Bool { context.hasAbortion || issues?.isEmpty == false }
}
