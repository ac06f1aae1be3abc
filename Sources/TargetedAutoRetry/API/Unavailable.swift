public import Testing

// What people guess, and the answers. The closures are generic, so that the compiler says nothing else about their code.
extension TargetedAutoRetry {
  @available(*, unavailable, message: "the number of retries is `retryAttempts:`") @discardableResult
  public func autoRetry<A, C, R>(
    _: String,
    _: Int? = nil,
    within: Duration? = nil,
    times: Int? = nil,
    attempts: Int? = nil,
    maxAttempts: Int? = nil,
    retries: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: A,
    until: C = (),
    reset: R = ()
  ) -> Bool { true }

  @available(*, unavailable, message: "the time per attempt is `within:`, that of the step `for:`") @discardableResult
  public func autoRetry<A, C, R>(
    _: String,
    timeout: Duration? = nil,
    timeLimit: Duration? = nil,
    policy: RetryPolicy? = nil,
    mainAction: A,
    until: C = (),
    reset: R = ()
  ) -> Bool { true }

  @available(*, unavailable, message: "this setting belongs in `policy: RetryPolicy(…)`") @discardableResult
  public func autoRetry<A, C, R>(
    _: String,
    within: Duration? = nil,
    retryAttempts: Int? = nil,
    delay: RetryDelay? = nil,
    pollingInterval: Duration? = nil,
    stableFor: Duration? = nil,
    because: Flakiness? = nil,
    policy: RetryPolicy? = nil,
    mainAction: A,
    until: C = (),
    reset: R = ()
  ) -> Bool { true }

  @available(*, unavailable, message: "the condition is `until:`") @discardableResult
  public func autoRetry<A, C, R>(
    _: String,
    within: Duration? = nil,
    policy: RetryPolicy? = nil,
    mainAction: A,
    condition: C,
    reset: R = ()
  ) -> Bool { true }

  @available(*, unavailable, message: "`within:` needs a condition: add until: { … }, or use `for:`") @discardableResult
  public func autoRetry<A, R>(
    _: String,
    within: Duration,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: A,
    reset: R = ()
  ) -> Bool { true }

  @available(*, unavailable, message: "to get the value, let `until` take it: try autoRetry(…) { … } until: { $0… }")
  public func autoRetry<V, C>(_: String, mainAction: () async throws -> V, until: C) -> V { fatalError() }

  @available(*, unavailable, message: "the place belongs in withCallPlace(sourceLocation) { … }") @discardableResult
  public func autoRetry<A, C>(_: String, sourceLocation: SourceLocation, mainAction: A, until: C = ()) -> Bool { true }

  @available(*, unavailable, message: "the reset steps are `resetSteps:`") @discardableResult
  public func autoRetry<A, C, R>(mainAction: A, successCondition: C, reset: R, description: String? = nil) -> Int { 0 }

  @available(*, unavailable, message: "the name is `actionDescription:`") @discardableResult
  public func autoRetry<A, C, R>(mainAction: A, successCondition: C, resetSteps: R = (), description: String) -> Int { 0 }

  @available(*, unavailable, message: "the time of a wait is `for:`") @discardableResult
  public func autoWait<C>(_: String, within: Duration? = nil, timeout: Duration? = nil, until: C) -> Bool { true }

  @available(*, unavailable, message: "the pause belongs in policy: RetryPolicy(pollingInterval: …)") @discardableResult
  public func autoWait<C>(_: String, for: Duration? = nil, pollingInterval: Duration, until: C) -> Bool { true }

  // Not unavailable, because Swift would then select the form that returns a value, `Void`.
  @available(*, deprecated, renamed: "autoRetry", message: "assertions are retried by autoRetry(…, for: …) { … }")
  @discardableResult @_disfavoredOverload
  public func autoWait(_ name: String, for limit: Duration, until assertions: () throws -> Void) rethrows -> Bool {
    try autoRetry(name, for: limit, mainAction: assertions)
  }
}
