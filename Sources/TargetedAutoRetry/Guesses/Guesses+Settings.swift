public import Foundation
public import Testing

// Guesses about policies, scopes, hooks and results.

extension RetryPolicy {
  @available(*, unavailable, message: "the number of retries is `retryAttempts:`")
  public init(
    times: Int? = nil,
    attempts: Int? = nil,
    maxAttempts: Int? = nil,
    maxRetries: Int? = nil,
    retries: Int? = nil,
    timeout: Duration? = nil,
    delay: RetryDelay? = nil,
    interval: Duration? = nil,
    pause: Duration? = nil,
    backoff: RetryDelay? = nil,
    conditionTimeout: Duration? = nil,
    timeLimit: Duration? = nil,
    isRetryable: (@Sendable (any Error) -> Bool)? = nil,
    because: Flakiness? = nil
  ) { fatalError() }
  @available(*, unavailable, message: "the time per attempt is `conditionTimeout:`, that of the step `timeLimit:`")
  public init(
    retryAttempts: Int? = nil,
    delay: RetryDelay? = nil,
    timeout: Duration? = nil,
    within: Duration? = nil,
    for: Duration? = nil,
    isRetryable: (@Sendable (any Error) -> Bool)? = nil,
    because: Flakiness? = nil
  ) { fatalError() }
  // The same, in the order of a call.
  @available(*, unavailable, message: "the time per attempt is `conditionTimeout:`, that of the step `timeLimit:`")
  public init(
    within: Duration? = nil,
    for: Duration? = nil,
    timeout: Duration? = nil,
    retryAttempts: Int? = nil,
    checksFirst: Bool? = nil,
    delay: RetryDelay? = nil,
    isRetryable: (@Sendable (any Error) -> Bool)? = nil,
    because: Flakiness? = nil
  ) { fatalError() }
  @available(*, unavailable, message: "the pause before a retry is `delay:`")
  public init(
    retryAttempts: Int? = nil,
    interval: Duration? = nil,
    pause: Duration? = nil,
    backoff: RetryDelay? = nil,
    conditionTimeout: Duration? = nil,
    timeLimit: Duration? = nil,
    isRetryable: (@Sendable (any Error) -> Bool)? = nil,
    because: Flakiness? = nil
  ) { fatalError() }
  @available(*, unavailable, message: "a time has a unit, such as .seconds(5)")
  public init(
    retryAttempts: Int? = nil,
    delay: Double? = nil,
    conditionTimeout: Double? = nil,
    timeLimit: Double? = nil
  ) { fatalError() }
  @available(*, unavailable, message: "a pause of a variable length is .constant(pause)") @_disfavoredOverload
  public init(
    retryAttempts: Int? = nil,
    delay: Duration,
    conditionTimeout: Duration? = nil,
    pollingInterval: Duration? = nil,
    stableFor: Duration? = nil,
    attemptTimeLimit: Duration? = nil,
    timeLimit: Duration? = nil,
    isRetryable: (@Sendable (any Error) -> Bool)? = nil,
    because: Flakiness? = nil
  ) { fatalError() }
  @available(*, unavailable, message: "write the reason: .fixable(reason: …)")
  public init(
    retryAttempts: Int? = nil,
    delay: RetryDelay? = nil,
    conditionTimeout: Duration? = nil,
    pollingInterval: Duration? = nil,
    timeLimit: Duration? = nil,
    isRetryable: (@Sendable (any Error) -> Bool)? = nil,
    because: String
  ) { fatalError() }
  @available(*, unavailable, message: "write a closure: isRetryable: { $0 is URLError }")
  public init(retryAttempts: Int? = nil, delay: RetryDelay? = nil, isRetryable: any Error.Type) { fatalError() }
  @available(*, unavailable, message: "write a closure: isRetryable: { $0 is URLError }")
  public init(retryAttempts: Int? = nil, delay: RetryDelay? = nil, isRetryable: [any Error.Type]) { fatalError() }
  @available(*, unavailable, message: "write a closure: isRetryable: { $0 is URLError }")
  public init(retryAttempts: Int? = nil, delay: RetryDelay? = nil, isRetryable: any Error) { fatalError() }
  @available(*, unavailable, message: "write a closure: isRetryable: { $0 is URLError }")
  public init(retryAttempts: Int? = nil, delay: RetryDelay? = nil, isRetryable: [any Error]) { fatalError() }
  @available(*, unavailable, message: "write RetryPolicy(retryAttempts: 0)")
  public static var noRetries: Self { fatalError() }
}

@available(*, unavailable, message: "write a policy: withRetryPolicy(RetryPolicy(retryAttempts: …)) { … }")
@discardableResult
public func withRetryPolicy<Value>(
  retryAttempts: Int? = nil,
  retries: Int? = nil,
  operation: () async throws -> Value
) -> Value { fatalError() }

extension Trait where Self == RetryPolicyTrait {
  @available(*, unavailable, message: "write a policy: .retryPolicy(RetryPolicy(retryAttempts: …))")
  public static func retryPolicy(_: Int? = nil, retryAttempts: Int? = nil, retries: Int? = nil) -> Self { fatalError() }
}

@available(*, unavailable, message: "the value comes first: noted(value, as: \"name\")") @discardableResult
public func noted<Value>(_ name: String, _ value: Value) -> Value { fatalError() }

@available(*, unavailable, renamed: "withCallPlace(file:line:operation:)") @discardableResult
public func withCallPlace<Value>(_: StaticString, _: UInt, operation: () async throws -> Value) -> Value {
  fatalError()
}

extension RetryScope {
  @available(*, unavailable, message: "in the attempt, let scope = RetryScope.current; then scope.perform { … }")
  @discardableResult
  public static func perform<Value>(_: () async throws -> Value) -> Value { fatalError() }
  @available(*, unavailable, message: "attach it in the hook collectEvidence(of:)")
  public func attach<Contents>(_: Contents, named: String) { fatalError() }
  @available(*, unavailable, message: "the number of the attempt is RetryAttempt.current?.number")
  public var attempt: Int { fatalError() }
  @available(*, unavailable, message: "the number of the attempt is RetryAttempt.current?.number")
  public var number: Int { fatalError() }
}

extension AttemptEvidence {
  @available(*, unavailable, message: "after the attempt that worked, `failure` is nil")
  public var failed: Bool { fatalError() }
  @available(*, unavailable, message: "after the attempt that worked, `failure` is nil")
  public var succeeded: Bool { fatalError() }
  @available(*, unavailable, message: "the cause is in `failure`: attempt.failure?.cause")
  public var cause: FailedAttempt.Cause { fatalError() }
  @available(*, unavailable, message: "the error is in `failure`: if case .error(let error) = attempt.failure?.cause")
  public var error: (any Error)? { fatalError() }
}

extension RecoveryAction {
  @available(*, unavailable, message: "to end the step, return .abort(\"why\")")
  public static var stop: Self { fatalError() }
  @available(*, unavailable, message: "to end the step, return .abort(\"why\")")
  public static var fail: Self { fatalError() }
  @available(*, unavailable, message: "to end the step, return .abort(\"why\")")
  public static var cancel: Self { fatalError() }
  @available(*, unavailable, message: "to end the step, return .abort(\"why\")")
  public static func stop(_: String) -> Self { fatalError() }
  @available(*, unavailable, message: "to end the step, return .abort(\"why\")")
  public static func fail(_: String) -> Self { fatalError() }
  @available(*, unavailable, renamed: "retry")
  public static var `continue`: Self { fatalError() }
}

extension RetryDelay {
  @available(*, unavailable, message: "write the first pause: .exponential(from: .milliseconds(100))")
  public static var exponential: Self { fatalError() }
  @available(*, unavailable, message: "write the first pause: .exponential(from: .milliseconds(100))")
  public static func exponential(_: Duration) -> Self { fatalError() }
  @available(*, unavailable, message: "the longest pause is `cap:`, the growth `factor:`")
  public static func exponential(
    from: Duration,
    to: Duration? = nil,
    upTo: Duration? = nil,
    max: Duration? = nil,
    maximum: Duration? = nil,
    limit: Duration? = nil,
    multiplier: Double? = nil,
    base: Double? = nil,
    jitter: Double? = nil
  ) -> Self { fatalError() }
  @available(*, unavailable, message: "the first pause is `from:`, the longest `cap:`, the growth `factor:`")
  public static func exponential(
    initial: Duration? = nil,
    first: Duration? = nil,
    start: Duration? = nil,
    base: Duration? = nil,
    max: Duration? = nil,
    maximum: Duration? = nil,
    cap: Duration? = nil,
    limit: Duration? = nil,
    factor: Double? = nil,
    multiplier: Double? = nil,
    jitter: Double? = nil
  ) -> Self { fatalError() }
  @available(*, unavailable, renamed: "constant(_:)")
  public static func fixed(_: Duration) -> Self { fatalError() }
  @available(*, unavailable, renamed: "constant(_:)")
  public static func every(_: Duration) -> Self { fatalError() }
  @available(*, unavailable, message: "write .constant(pause)")
  public init(_: Duration) { fatalError() }
}

extension Flakiness {
  @available(*, unavailable, message: "write .fixable(reason: …)")
  public init(reason: String, bug: String? = nil, expires: String? = nil) { fatalError() }
  @available(*, unavailable, renamed: "notFixable(reason:maxRetryCount:bug:expires:)")
  public static func unfixable(reason: String, maxRetryCount: Int = 1, bug: String? = nil, expires: String? = nil)
    -> Self
  {
    fatalError()
  }
  @available(*, unavailable, message: "a day is a text, such as \"2027-03-31\"")
  public static func fixable(reason: String, bug: String? = nil, expires: Date) -> Self { fatalError() }
  @available(*, unavailable, message: "a day is a text, such as \"2027-03-31\"")
  public static func notFixable(reason: String, maxRetryCount: Int = 1, bug: String? = nil, expires: Date) -> Self {
    fatalError()
  }
}

extension FailedAttempt {
  @available(*, unavailable, message: "the error is in `cause`: if case .error(let error) = attempt.cause")
  public var error: (any Error)? { fatalError() }
  @available(*, unavailable, renamed: "actionDescription")
  public var name: String { fatalError() }
  @available(*, unavailable, renamed: "actionDescription")
  public var stepName: String { fatalError() }
  @available(*, unavailable, renamed: "retriesRemaining")
  public var attemptsRemaining: Int { fatalError() }
  @available(*, unavailable, renamed: "elapsed")
  public var duration: Duration { fatalError() }
  @available(*, unavailable, message: "attach it in the hook collectEvidence(of:)")
  public func attach<Contents>(_: Contents, named: String) { fatalError() }
}

extension RetryExhausted {
  @available(*, unavailable, renamed: "failedAttempts")
  public var attempts: [FailedAttempt] { fatalError() }
  @available(*, unavailable, message: "each attempt has one: failedAttempts.last?.cause")
  public var cause: FailedAttempt.Cause { fatalError() }
}

#if !canImport(Darwin)
  extension RetryableTestCase {
    @_documentation(visibility: internal)
    @available(
      *,
      unavailable,
      message: "only XCTest creates test cases; page objects and suites adopt TargetedAutoRetry itself"
    )
    public convenience init() { fatalError() }
  }
#endif

// Hooks of another name or form. Without these, they would compile in a subclass, and would never be called.
extension RetryableTestCase {
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "the hook is collectEvidence(of:)")
  public final func collectEvidence(after attempt: AttemptEvidence) {}
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "the hook is collectEvidence(of:), without async")
  public final func collectEvidence(of attempt: AttemptEvidence) async {}
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "the hook is collectEvidence(of:)")
  public final func collectEvidence(_ attempt: AttemptEvidence) {}
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "the hook is recoveryAction(after:)")
  public final func recoveryAction(_ attempt: FailedAttempt) -> RecoveryAction { .retry }
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "the hook is recoveryAction(after:)")
  public final func recoveryAction(afterFailed attempt: FailedAttempt) -> RecoveryAction { .retry }
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "the hook is recoveryAction(after:)")
  public final func recoveryAction(of attempt: FailedAttempt) -> RecoveryAction { .retry }
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "the hook is recoveryAction(after:), without async")
  public final func recoveryAction(after attempt: FailedAttempt) async -> RecoveryAction { .retry }
}
