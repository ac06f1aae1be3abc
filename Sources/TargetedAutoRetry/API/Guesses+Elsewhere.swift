public import Foundation
public import Testing

// Guesses about the form of functions, waits and policies, and calls where no object is: in static and in free functions.
extension TargetedAutoRetry {
  @available(*, unavailable, message: "the place belongs in withCallPlace(sourceLocation) { … }") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: () async throws -> Void = {},
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    sourceLocation: SourceLocation,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "a step with `until:` or without a condition begins with its name")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    mainAction: () async throws -> Value,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {},
    actionDescription: String? = nil
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "the action is `mainAction:`")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    action: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: () async throws -> Void = {},
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "after `mainAction:`, the condition is `successCondition:`")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    mainAction: () async throws -> Value,
    condition: () async throws -> Bool?,
    resetSteps: () async throws -> Void = {},
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "the condition returns a Bool; assertions belong in the action")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Void,
    resetSteps: () async throws -> Void = {},
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "reset steps are one function or closure: resetSteps: { first(); second() }")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: [() -> Void],
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "the reset steps are `resetSteps:`") @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    reset: () async throws -> Void,
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "the name is `actionDescription:`, after the functions") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    actionDescription: String? = nil,
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: () async throws -> Void = {},
    description: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "the number of retries is `retryAttempts:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: () async throws -> Void = {},
    actionDescription: String? = nil,
    times: Int? = nil,
    attempts: Int? = nil,
    maxAttempts: Int? = nil,
    maxRetries: Int? = nil,
    retries: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "this setting belongs in `policy: RetryPolicy(…)`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: () async throws -> Void = {},
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    within: Duration? = nil,
    for: Duration? = nil,
    timeout: Duration? = nil,
    delay: RetryDelay? = nil,
    checksFirst: Bool? = nil,
    stableFor: Duration? = nil,
    isRetryable: ((any Error) -> Bool)? = nil,
    because: Flakiness? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(
    *,
    unavailable,
    message: "this form returns the retries it used; with a name and `until:`, it returns a Bool"
  )
  @_disfavoredOverload
  public func autoRetry<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: () async throws -> Void = {},
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "pass a function or a closure, not its result: leave out (), or write { … }")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Reset>(
    mainAction: Void,
    successCondition: Bool,
    resetSteps: Reset = (),
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "pass a function or a closure, not its result: leave out (), or write { … }")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value, Reset>(
    mainAction: () async throws -> Value,
    successCondition: Bool,
    resetSteps: Reset = (),
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "pass a function or a closure, not its result: leave out (), or write { … }")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Reset>(
    mainAction: Void,
    successCondition: () async throws -> Bool?,
    resetSteps: Reset = (),
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "pass a function or a closure, not its result: leave out (), or write { … }")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: Void,
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }
}

// Waits.
extension TargetedAutoRetry {
  @available(*, unavailable, message: "the time of a wait is `for:`") @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    within: Duration? = nil,
    timeout: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "the time of a wait is `for:`") @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    _: Duration,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "the condition is a closure: autoWait(…) { … }") @discardableResult
  @_disfavoredOverload
  public func autoWait(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: Bool?
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "a wait that fails has no value to return, so it throws: catch RetryExhausted")
  @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "a time has a unit, such as .seconds(5)") @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Double? = nil,
    stableFor: Double? = nil,
    seconds: Double? = nil,
    timeout: Double? = nil,
    within: Double? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "the place belongs in withCallPlace(sourceLocation) { … }") @discardableResult
  @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    sourceLocation: SourceLocation,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "the pause is `policy: RetryPolicy(pollingInterval: …)`") @discardableResult
  @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    pollingInterval: Duration? = nil,
    interval: Duration? = nil,
    every: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "a wait retries nothing, and its time is `for:`") @discardableResult
  @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    retryAttempts: Int,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V {
    fatalError()
  }
  @available(*, unavailable, message: "`meanwhile:` comes before the condition") @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?,
    meanwhile: () async -> Void
  ) -> V { fatalError() }
  @available(*, unavailable, message: "a wait runs nothing that could be reset: use autoRetry(…, for: …)")
  @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?,
    reset: () async throws -> Void
  ) -> V { fatalError() }
  @available(*, unavailable, message: "a wait for a value has one closure, which returns nil until the value will do")
  @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    meanwhile: () async throws -> V?,
    until: (V) async throws -> Bool
  ) throws -> V { fatalError() }
  @available(*, unavailable, message: "a wait begins with its name") @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
}

// Static functions.
extension TargetedAutoRetry {
  @available(*, unavailable, message: "in a static function, write CurrentTest().autoRetry(…)") @discardableResult
  @_disfavoredOverload
  public static func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "in a static function, write CurrentTest().autoRetry(…)") @discardableResult
  @_disfavoredOverload
  public static func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool,
    reset: () async throws -> Void = {}
  ) throws -> Value { fatalError() }

  @available(*, unavailable, message: "in a static function, write CurrentTest().autoRetry(…)") @discardableResult
  @_disfavoredOverload
  public static func autoRetry<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: () async throws -> Void = {},
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "in a static function, write CurrentTest().autoWait(…)") @discardableResult
  @_disfavoredOverload
  public static func autoWait<Value>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> Value?
  ) -> Value {
    fatalError()
  }
}

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
    backoff: RetryDelay? = nil
  ) { fatalError() }
  @available(*, unavailable, message: "the time per attempt is `conditionTimeout:`, that of the step `timeLimit:`")
  public init(timeout: Duration? = nil, within: Duration? = nil, for: Duration? = nil) { fatalError() }
  @available(*, unavailable, message: "the pause before a retry is `delay:`")
  public init(
    retryAttempts: Int? = nil,
    interval: Duration? = nil,
    pause: Duration? = nil,
    backoff: RetryDelay? = nil
  ) { fatalError() }
  @available(*, unavailable, message: "a time has a unit, such as .seconds(5)")
  public init(
    retryAttempts: Int? = nil,
    delay: Double? = nil,
    conditionTimeout: Double? = nil,
    timeLimit: Double? = nil
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

@available(*, unavailable, message: "adopt TargetedAutoRetry in the type, or write CurrentTest().autoRetry(…)")
@discardableResult @_disfavoredOverload
public func autoRetry<Value>(
  _: String,
  within: Duration? = nil,
  for: Duration? = nil,
  retryAttempts: Int? = nil,
  checksFirst: Bool? = nil,
  failTestOnFailure: Bool = true,
  policy: RetryPolicy? = nil,
  file: StaticString = #filePath,
  line: UInt = #line,
  mainAction: () async throws -> Value?,
  until: () async throws -> Bool? = { nil },
  reset: () async throws -> Void = {}
) -> Value { fatalError() }

@available(*, unavailable, message: "adopt TargetedAutoRetry in the type, or write CurrentTest().autoRetry(…)")
@discardableResult @_disfavoredOverload
public func autoRetry<Value>(
  _: String,
  within: Duration? = nil,
  for: Duration? = nil,
  retryAttempts: Int? = nil,
  checksFirst: Bool? = nil,
  failTestOnFailure: Bool,
  policy: RetryPolicy? = nil,
  file: StaticString = #filePath,
  line: UInt = #line,
  mainAction: () async throws -> Value,
  until: () async throws -> Bool? = { nil },
  reset: () async throws -> Void = {}
) -> Bool { fatalError() }

@available(*, unavailable, message: "adopt TargetedAutoRetry in the type, or write CurrentTest().autoRetry(…)")
@discardableResult @_disfavoredOverload
public func autoRetry<Value>(
  _: String,
  within: Duration? = nil,
  for: Duration? = nil,
  retryAttempts: Int? = nil,
  policy: RetryPolicy? = nil,
  file: StaticString = #filePath,
  line: UInt = #line,
  mainAction: () async throws -> Value?,
  until: (Value) async throws -> Bool,
  reset: () async throws -> Void = {}
) throws -> Value { fatalError() }

@available(*, unavailable, message: "adopt TargetedAutoRetry in the type, or write CurrentTest().autoRetry(…)")
@discardableResult @_disfavoredOverload
public func autoRetry<Value>(
  mainAction: () async throws -> Value,
  successCondition: () async throws -> Bool?,
  resetSteps: () async throws -> Void = {},
  actionDescription: String? = nil,
  retryAttempts: Int? = nil,
  failTestOnFailure: Bool = true,
  policy: RetryPolicy? = nil
) -> Int { fatalError() }

@available(*, unavailable, message: "adopt TargetedAutoRetry in the type, or write CurrentTest().autoWait(…)")
@discardableResult @_disfavoredOverload
public func autoWait<Value>(
  _: String,
  for: Duration? = nil,
  stableFor: Duration? = nil,
  failTestOnFailure: Bool = true,
  policy: RetryPolicy? = nil,
  until: () async throws -> Value?
) -> Value { fatalError() }

@available(*, unavailable, message: "the value comes first: noted(value, as: \"name\")") @discardableResult
public func noted<Value>(_ name: String, _ value: Value) -> Value { fatalError() }

@available(*, unavailable, message: "a file and a line belong in the call: autoRetry(…, file: file, line: line)")
@discardableResult
public func withCallPlace<Value>(file: StaticString, line: UInt, operation: () async throws -> Value) -> Value {
  fatalError()
}
@available(*, unavailable, message: "a file and a line belong in the call: autoRetry(…, file: file, line: line)")
@discardableResult
public func withCallPlace<Value>(_: StaticString, _: UInt, operation: () async throws -> Value) -> Value {
  fatalError()
}

extension RetryScope {
  @available(*, unavailable, message: "in the attempt, let scope = RetryScope.current; then scope.perform { … }")
  @discardableResult
  public static func perform<Value>(_: () async throws -> Value) -> Value { fatalError() }
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
  @available(*, unavailable, renamed: "constant(_:)")
  public static func fixed(_: Duration) -> Self { fatalError() }
}

extension Flakiness {
  @available(*, unavailable, message: "write .fixable(reason: …)")
  public init(reason: String, bug: String? = nil, expires: String? = nil) { fatalError() }
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
}

extension RetryExhausted {
  @available(*, unavailable, renamed: "failedAttempts")
  public var attempts: [FailedAttempt] { fatalError() }
  @available(*, unavailable, message: "each attempt has one: failedAttempts.last?.cause")
  public var cause: FailedAttempt.Cause { fatalError() }
}

// Hooks of another name or form. Without these, they would compile in a subclass, and would never be called.
extension RetryableTestCase {
  @available(*, deprecated, message: "the hook is collectEvidence(of:)")
  public final func collectEvidence(for attempt: AttemptEvidence) {}
  @available(*, deprecated, message: "the hook is collectEvidence(of:)")
  public final func collectEvidence(after attempt: AttemptEvidence) {}
  @available(*, deprecated, message: "the hook is collectEvidence(of:), without async")
  public final func collectEvidence(of attempt: AttemptEvidence) async {}
  @available(*, deprecated, message: "the hook is recoveryAction(after:)")
  public final func recoveryAction(for attempt: FailedAttempt) -> RecoveryAction { .retry }
  @available(*, deprecated, message: "the hook is recoveryAction(after:), without async")
  public final func recoveryAction(after attempt: FailedAttempt) async -> RecoveryAction { .retry }
}
