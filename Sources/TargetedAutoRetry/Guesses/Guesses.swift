public import Testing

// What people type before they have read the guide, and the compiler's answers. None of these declarations can be called.
//
// Their closures have types, because Swift would ask for `self.` in a closure of a generic type. Their labels have
// defaults, so that each of them is found whatever else the call has. Those of steps and waits are disfavored, because
// Swift 6.3 could otherwise not say what is wrong in the closure of a call that is right. A step that checks a condition
// returns a Bool here too: otherwise no declaration would fit a call in `guard`, and Swift could not say anything.
extension TargetedAutoRetry {
  @available(*, unavailable, message: "the number of retries is `retryAttempts:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    times: Int? = nil,
    attempts: Int? = nil,
    maxAttempts: Int? = nil,
    maxRetries: Int? = nil,
    retries: Int? = nil,
    retry: Int? = nil,
    timeout: Duration? = nil,
    delay: RetryDelay? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  // The same, before the times.
  @available(*, unavailable, message: "the number of retries is `retryAttempts:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    times: Int? = nil,
    attempts: Int? = nil,
    maxAttempts: Int? = nil,
    maxRetries: Int? = nil,
    retries: Int? = nil,
    within: Duration? = nil,
    for: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "the number of retries is `retryAttempts:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    _: Int,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "the time per attempt is `within:`, that of the step `for:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    timeout: Duration? = nil,
    timeLimit: Duration? = nil,
    conditionTimeout: Duration? = nil,
    limit: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  // The same, before the number.
  @available(*, unavailable, message: "the time per attempt is `within:`, that of the step `for:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    timeout: Duration? = nil,
    timeLimit: Duration? = nil,
    conditionTimeout: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "the time per attempt is `within:`, that of the step `for:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    _: Duration,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "this setting belongs in `policy: RetryPolicy(…)`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    delay: RetryDelay? = nil,
    pollingInterval: Duration? = nil,
    pollInterval: Duration? = nil,
    pollingEvery: Duration? = nil,
    pollEvery: Duration? = nil,
    stableFor: Duration? = nil,
    attemptTimeLimit: Duration? = nil,
    isRetryable: ((any Error) -> Bool)? = nil,
    because: Flakiness? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "which errors are retried belongs in `policy: RetryPolicy(isRetryable: …)`")
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    catching: Any.Type? = nil,
    on: Any.Type? = nil,
    ignoring: Any? = nil,
    retryIf: ((any Error) -> Bool)? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "the pause before a retry is `policy: RetryPolicy(delay: …)`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    delay: Duration? = nil,
    interval: Duration? = nil,
    every: Duration? = nil,
    pause: Duration? = nil,
    wait: Duration? = nil,
    backoff: RetryDelay? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  // The same, before the number.
  @available(*, unavailable, message: "the pause before a retry is `policy: RetryPolicy(delay: …)`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    delay: Duration? = nil,
    interval: Duration? = nil,
    pause: Duration? = nil,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "a time has a unit, such as .seconds(5)") @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Double? = nil,
    for: Double? = nil,
    retryAttempts: Int? = nil,
    timeout: Double? = nil,
    delay: Double? = nil,
    interval: Double? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "the time per attempt is `within: .seconds(5)`, that of the step `for:`")
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    timeout: Double? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "the name comes first, without a label") @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String? = nil,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    name: String? = nil,
    description: String? = nil,
    message: String? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "the label is `failTestOnFailure:`") @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTest: Bool? = nil,
    shouldFail: Bool? = nil,
    failsTest: Bool? = nil,
    failOnFailure: Bool? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "the condition is `until:`, and is true when the action has worked")
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    while: () async throws -> Bool?,
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "the condition is `until:`") @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    condition: () async throws -> Bool? = { nil },
    verify: () async throws -> Bool? = { nil },
    cleanup: () async throws -> Void = {},
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "after a name, the condition is `until:`, the reset steps are `reset:`")
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    successCondition: () async throws -> Bool? = { nil },
    until: () async throws -> Bool? = { nil },
    resetSteps: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "what runs before each retry is `reset:`") @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    onRetry: () async throws -> Void = {},
    onReset: () async throws -> Void = {},
    beforeRetry: () async throws -> Void = {},
    cleanup: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "what runs before each retry is `reset:`, and a hook gets the failed attempt")
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    onRetry: (Int) async throws -> Void
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "what runs after the step follows the call, which returns whether it succeeded")
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {},
    finally: () async throws -> Void = {},
    onFailure: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "a hook gets each failed attempt: recoveryAction(after:)") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {},
    onFailure: (any Error) async throws -> Void
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "`within:` needs a condition: add until: { … }, or use `for:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?
  ) -> Value { fatalError() }
  @available(*, unavailable, message: "`within:` needs a condition: add until: { … }, or use `for:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () throws -> Void
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "`within:` needs a condition: add until: { … }, or use `for:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "`checksFirst:` needs a condition: add until: { … }") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    checksFirst: Bool,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "to get the value, let `until` take it: try autoRetry(…) { … } until: { $0… }")
  @_disfavoredOverload
  public func autoRetry<V>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> V,
    until: () async throws -> Bool,
    reset: () async throws -> Void = {}
  ) -> V { fatalError() }

  @available(*, unavailable, message: "the place belongs in withCallPlace(sourceLocation) { … }") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    sourceLocation: SourceLocation,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "in parentheses, the action is `mainAction:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    _: () async throws -> Value,
    until: () async throws -> Bool?,
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "in parentheses, the action is `mainAction:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    _: () async throws -> Void
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "in parentheses, the action is `mainAction:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    _: () async throws -> Value?
  ) -> Value { fatalError() }
  @available(*, unavailable, message: "in parentheses, the action is `mainAction:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    action: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "in parentheses, the action is `mainAction:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    _: () async throws -> Value?,
    until: (Value) async throws -> Bool,
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }
  @available(*, unavailable, message: "in parentheses, the action is `mainAction:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    action: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "a step begins with its name: autoRetry(\"…\", retryAttempts: 3) { … }")
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: Int,
    _: String? = nil,
    within: Duration? = nil,
    for: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "a step begins with its name: autoRetry(\"…\", retryAttempts: 3) { … }")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    _: Int,
    _: String? = nil,
    within: Duration? = nil,
    for: Duration? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  // `if autoRetry("A") { … }`: the parser takes the closure for the body of the `if`.
  @available(*, unavailable, message: "in `if` and `guard`, put the call in parentheses")
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    checksFirst: Bool? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "the order is: action, `until:`, `reset:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    reset: () async throws -> Void = {},
    until: () async throws -> Bool?,
    mainAction: () async throws -> Void
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "after a name, the condition is `until:`, and follows the action")
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    successCondition: () async throws -> Bool?,
    mainAction: () async throws -> Void
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "the condition is a closure that follows the action: until: { … }")
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    until: Bool?,
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "the condition is a closure that follows the action: until: { … }")
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: Bool?,
    mainAction: () async throws -> Void
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "the condition returns a Bool; taps and assertions belong in the action")
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    until: () async throws -> Void,
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "the order is: action, `until:`, `reset:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    reset: () async throws -> Void,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil }
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "the order is: action, `until:`, `reset:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    resetSteps: () async throws -> Void,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil }
  ) -> Bool { fatalError() }
}
