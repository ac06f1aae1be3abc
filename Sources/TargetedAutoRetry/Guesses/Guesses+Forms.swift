public import Testing

// Guesses about the forms of a step that return a value, or that are made of functions.

// The form that returns a value.
extension TargetedAutoRetry {
  @available(*, unavailable, message: "the place belongs in withCallPlace(sourceLocation) { … }") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    sourceLocation: SourceLocation,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "a step with `until:` or without a condition begins with its name")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    times: Int? = nil,
    attempts: Int? = nil,
    retries: Int? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "this setting belongs in `policy: RetryPolicy(…)`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    delay: RetryDelay? = nil,
    pollingInterval: Duration? = nil,
    isRetryable: ((any Error) -> Bool)? = nil,
    because: Flakiness? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "a time has a unit, such as .seconds(5)")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Double? = nil,
    for: Double? = nil,
    retryAttempts: Int? = nil,
    timeout: Double? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "the time per attempt is `within: .seconds(5)`, that of the step `for:`")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    timeout: Double? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "the order is: action, `until:`, `reset:`")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    until: (Value) async throws -> Bool,
    mainAction: () async throws -> Value?
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "a value exists only after the action: leave out `checksFirst:`")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    checksFirst: Bool,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "what runs after the step follows the call; if it fails, catch RetryExhausted")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    finally: () async throws -> Void = {},
    onFailure: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "which errors are retried belongs in `policy: RetryPolicy(isRetryable: …)`")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    catching: Any.Type? = nil,
    on: Any.Type? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true }
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "remove `failTestOnFailure:`: without a value, the step throws RetryExhausted")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "the number of retries is `retryAttempts:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    times: Int? = nil,
    attempts: Int? = nil,
    maxAttempts: Int? = nil,
    maxRetries: Int? = nil,
    retries: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  // The same, before the times.
  @available(*, unavailable, message: "the number of retries is `retryAttempts:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    times: Int? = nil,
    attempts: Int? = nil,
    maxAttempts: Int? = nil,
    maxRetries: Int? = nil,
    retries: Int? = nil,
    within: Duration? = nil,
    for: Duration? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "the time per attempt is `within:`, that of the step `for:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    timeout: Duration? = nil,
    timeLimit: Duration? = nil,
    conditionTimeout: Duration? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  // The same, before the number.
  @available(*, unavailable, message: "the time per attempt is `within:`, that of the step `for:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    timeout: Duration? = nil,
    timeLimit: Duration? = nil,
    conditionTimeout: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "the condition is `until:`") @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    condition: (Value) async throws -> Bool,
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "the number of retries is `retryAttempts:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    _: Int,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "the time per attempt is `within:`, that of the step `for:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    _: Duration,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "the pause before a retry is `policy: RetryPolicy(delay: …)`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    interval: Duration? = nil,
    every: Duration? = nil,
    pause: Duration? = nil,
    wait: Duration? = nil,
    backoff: RetryDelay? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "the name comes first, without a label") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String? = nil,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    name: String? = nil,
    description: String? = nil,
    message: String? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "after a name, the condition is `until:`, the reset steps are `reset:`")
  @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    successCondition: (Value) async throws -> Bool,
    resetSteps: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "what runs before each retry is `reset:`") @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    onRetry: () async throws -> Void = {},
    onReset: () async throws -> Void = {},
    beforeRetry: () async throws -> Void = {},
    cleanup: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "the condition is `until:`, and is true when the action has worked")
  @discardableResult
  @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    while: (Value) async throws -> Bool,
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }
}

// The form that is made of functions.
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
  public func autoRetry(
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    times: Int? = nil,
    attempts: Int? = nil,
    retries: Int? = nil,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {},
    actionDescription: String? = nil
  ) -> Bool { fatalError() }

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

  @available(*, unavailable, message: "the condition returns a Bool; taps and assertions belong in the action")
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
