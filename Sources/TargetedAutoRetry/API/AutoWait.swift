// In async code, Swift would select the synchronous forms for a condition that never suspends, and the wait would block
// the actor. The synchronous forms are disfavored, so that the compiler requires `await`.
extension TargetedAutoRetry {
  /// Waits until a condition is true.
  ///
  /// The condition is checked repeatedly, ``RetryPolicy/pollingInterval`` apart, and a last time at the limit. A
  /// condition that throws counts as false and is checked again. If the wait fails, it records one failure at the call
  /// site and returns. A wait is not a retry: a slow condition is not counted as flaky.
  ///
  /// ```swift
  /// autoWait("Requests arrive", for: .seconds(10)) { server.requests > 0 }
  /// autoWait("Last row", for: .seconds(30), meanwhile: app.swipeUp) { lastRow.isHittable }
  /// ```
  ///
  /// `for:` is the time for the whole wait, which `AUTO_RETRY_PATIENCE` multiplies. It defaults to
  /// ``RetryPolicy/conditionTimeout`` of the policies, or 10 s if none of them sets it. `stableFor:` is how long the
  /// condition must stay true. `meanwhile:` runs after each check that was false, except the last; the next check follows
  /// after the polling interval. The other parameters are those of `autoRetry`.
  ///
  /// - Returns: Whether the condition became true.
  /// - Throws: A skip, a cancellation, or an error that is not retryable by the policy. Each ends the wait immediately.
  @discardableResult @_disfavoredOverload
  public func autoWait(
    _ description: String,
    for limit: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    meanwhile action: () -> Void = {},
    until condition: () throws -> Bool?
  ) rethrows -> Bool {
    let policy = RetryPolicy(policy, within: limit, retries: 0, stableFor: stableFor)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, description, .init(failTestOnFailure), policy, isWait: true, place)
    return try step.run(action, condition, noResetSteps)
  }

  /// Waits until a closure returns a value, and returns it.
  ///
  /// ```swift
  /// let cell = try autoWait("First cell", for: .seconds(5)) { table.firstCell }
  /// ```
  ///
  /// The wait ends when `until` returns a value that is not `nil`. If it fails, it throws an error and does not record a
  /// failure itself.
  ///
  /// - Returns: The value.
  /// - Throws: ``RetryExhausted`` if the limit is reached. Immediately: a skip, a cancellation, and an error that is not
  ///   retryable by the policy.
  @discardableResult @_disfavoredOverload
  public func autoWait<Value>(
    _ description: String,
    for limit: Duration? = nil,
    stableFor: Duration? = nil,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    meanwhile action: () -> Void = {},
    until value: () throws -> Value?
  ) throws -> Value {
    let policy = RetryPolicy(policy, within: limit, retries: 0, stableFor: stableFor)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, description, .init(of: Value.self), policy, isWait: true, place)
    var found: Value?
    func check() throws -> Bool {
      found = nil
      found = try value()
      return isFound(found)
    }
    try step.run(action, check, noResetSteps)
    return try step.successful(found)
  }

  /// Waits on the caller's actor until an asynchronous condition is true, or until the task is canceled.
  ///
  /// A canceled wait returns `false` without a failure, or rethrows the error of its condition.
  @discardableResult
  public func autoWait(
    _ description: String,
    for limit: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    meanwhile action: () async -> Void = {},
    until condition: () async throws -> Bool?
  ) async rethrows -> Bool {
    let policy = RetryPolicy(policy, within: limit, retries: 0, stableFor: stableFor)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, description, .init(failTestOnFailure), policy, isWait: true, place)
    return try await step.run(isolation, action, condition, noResetSteps)
  }

  /// Waits until an asynchronous closure returns a value, and returns it.
  @discardableResult
  public func autoWait<Value>(
    _ description: String,
    for limit: Duration? = nil,
    stableFor: Duration? = nil,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    meanwhile action: () async -> Void = {},
    until value: () async throws -> Value?
  ) async throws -> Value {
    let policy = RetryPolicy(policy, within: limit, retries: 0, stableFor: stableFor)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, description, .init(of: Value.self), policy, isWait: true, place)
    var found: Value?
    func check() async throws -> Bool {
      _ = isolation
      found = nil
      found = try await value()
      return isFound(found)
    }
    try await step.run(isolation, action, check, noResetSteps)
    return try step.successful(found)
  }

  // Not unavailable, because Swift would then select the form that returns a value, `Void`.
  @available(
    *,
    deprecated,
    renamed: "autoRetry",
    message: "a wait checks a condition; actions and assertions need autoRetry(…, for: …) { … }"
  )
  @discardableResult @_disfavoredOverload
  public func autoWait(
    _ name: String,
    for limit: Duration = .seconds(10),
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    until assertions: () throws -> Void
  ) rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: limit, retries: nil)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(failTestOnFailure), policy, hasCondition: false, place)
    return try step.run(assertions, { true }, noResetSteps)
  }

  @available(
    *,
    deprecated,
    renamed: "autoRetry",
    message: "a wait checks a condition; actions and assertions need autoRetry(…, for: …) { … }"
  )
  @discardableResult
  public func autoWait(
    _ name: String,
    for limit: Duration = .seconds(10),
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    until assertions: () async throws -> Void
  ) async rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: limit, retries: nil)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(failTestOnFailure), policy, hasCondition: false, place)
    return try await step.run(isolation, assertions, { true }, noResetSteps)
  }
}
