/// What applies to the current code, in one task-local value, because looking up a value that is not set is expensive.
final class StepEnvironment: Sendable {
  /// `nil` for the real ones.
  let dependencies: Dependencies?
  /// Those of the enclosing `withRetryPolicy` scopes, the innermost first.
  let policies: [RetryPolicy]
  /// The innermost attempt.
  let attempt: AttemptScope?
  /// The innermost place that is not an attempt.
  let place: (any IssuePlace)?
  /// The run of a test of Swift Testing, if a trait tells when it begins and ends.
  let run: TestRun?
  /// The outermost caller that a helper passed in; the steps inside report their failures there.
  let caller: CallSite?
  /// Steps inside a hook call no hook, because that might never end.
  let isInHook: Bool
  /// Its hook is called if the step's object declares none; used only on the thread or the actor of the step.
  nonisolated(unsafe) private let hookObject: (any TargetedAutoRetry)?
  /// Whether a ``RetryScope`` was carried here, so that the code is known to belong to this environment.
  let isCarried: Bool

  @TaskLocal static var current = StepEnvironment()

  init(
    in outer: StepEnvironment? = nil,
    dependencies: Dependencies? = nil,
    policies: [RetryPolicy]? = nil,
    attempt: AttemptScope? = nil,
    place: (any IssuePlace)? = nil,
    run: TestRun? = nil,
    caller: CallSite? = nil,
    isInHook: Bool = false,
    hookObject: (any TargetedAutoRetry)? = nil,
    isCarried: Bool = false
  ) {
    self.dependencies = dependencies ?? outer?.dependencies
    self.policies = policies ?? outer?.policies ?? []
    self.attempt = attempt ?? outer?.attempt
    self.place = place ?? outer?.place
    self.run = run ?? outer?.run
    self.caller = caller ?? outer?.caller
    self.isInHook = isInHook || outer?.isInHook ?? false
    self.hookObject = isInHook ? hookObject : outer?.hookObject
    self.isCarried = isCarried || outer?.isCarried ?? false
  }

  var outsideTest: StepEnvironment { StepEnvironment(dependencies: dependencies, policies: policies) }

  var carried: StepEnvironment { StepEnvironment(in: self, isCarried: true) }

  /// Whether the code is known to belong to a step, to another place, or to the test itself.
  var isKnown: Bool { attempt != nil || place != nil || isCarried }

  static func with(place: any IssuePlace) -> StepEnvironment { StepEnvironment(in: current, place: place) }

  static func with(policy: RetryPolicy) -> StepEnvironment {
    StepEnvironment(in: current, policies: [policy] + current.policies)
  }

  static func with(caller: CallSite) -> StepEnvironment {
    StepEnvironment(in: current, caller: current.caller ?? caller)
  }

  func insideHook(handingOnTo object: (any TargetedAutoRetry)?) -> StepEnvironment {
    StepEnvironment(in: self, isInHook: true, hookObject: object)
  }

  /// Hands the hook on only once, because this object may not declare it either.
  @discardableResult
  fileprivate static func handingHookOn<Answer>(_ hook: (any TargetedAutoRetry) -> Answer) -> Answer? {
    guard let object = current.hookObject else { return nil }
    return $current.withValue(current.insideHook(handingOnTo: nil)) { hook(object) }
  }
}

// If the step's object does not declare a hook, that of the test is called.
extension TargetedAutoRetry {
  public func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    StepEnvironment.handingHookOn { $0.recoveryAction(after: attempt) } ?? .retry
  }

  public func collectEvidence(of attempt: AttemptEvidence) {
    StepEnvironment.handingHookOn { $0.collectEvidence(of: attempt) }
  }
}

/// What steps that are nested in each other share.
struct Nest: Sendable {
  /// The object of the outermost step, if it may stand for the test; `nil` once that step has finished.
  nonisolated(unsafe) var object: AnyObject?
  var identity: TestIdentity?
}
