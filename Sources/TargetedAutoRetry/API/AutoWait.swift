// In asynchronous code, Swift would pick the synchronous forms for a condition that does not suspend, and the wait
// would block the actor. So the synchronous forms are disfavored, and the compiler requires `await`.
extension TargetedAutoRetry {
  /// Waits until a condition is true.
  ///
  /// The condition is evaluated repeatedly, with the ``RetryPolicy/pollingInterval`` in between, and a last time at the
  /// limit. A condition that throws is not true yet, unless the error is a reason to stop. A wait that fails records
  /// one failure at the line of the call, and returns. It is not a retry: nothing runs again, and no flake is counted.
  ///
  /// ```swift
  /// autoWait("Requests arrive", for: .seconds(10)) { server.requests > 0 }
  /// autoWait("Last row", for: .seconds(30), meanwhile: app.swipeUp) { lastRow.isHittable }
  /// ```
  ///
  /// - Parameters:
  ///   - description: The name of the wait in the log and in the failure.
  ///   - limit: The time that the condition has to become true, 0 s or more; by default the
  ///     ``RetryPolicy/conditionTimeout`` of the policies, or 10 s if they have none. `AUTO_RETRY_PATIENCE` multiplies
  ///     it.
  ///   - stableFor: The time that the condition must stay true, 0 s up to the limit; by default that of the policies.
  ///   - failTestOnFailure: True if a wait that fails also fails the test; otherwise it is only logged.
  ///   - policy: The policy of this call; what it leaves open comes from the policies further out (``RetryPolicy``).
  ///   - fileID: The source file that failures are reported at; with `line` and `column` the place of the call.
  ///   - file: The path of the same file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - action: An action after each look but the last while the condition is not true, such as a swipe or a refresh.
  ///     The polling interval follows it. It is not an attempt, and its runs are not counted.
  ///   - condition: True when the wait is over; nil counts as false.
  /// - Returns: True if the condition came true.
  /// - Throws: At once: a skip, a cancellation, and an error that is not retryable by the policy.
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
    try step.run(action, condition, {})
    return step.report.outcome.isSuccess
  }

  /// Waits until there is a value, and returns it.
  ///
  /// ```swift
  /// let cell = try autoWait("First cell", for: .seconds(5)) { table.firstCell }
  /// ```
  ///
  /// `until` returns the value, or nil while there is none.
  ///
  /// - Returns: The value.
  /// - Throws: ``RetryExhausted`` at the limit; the test does not fail by itself. At once: a skip, a cancellation, and
  ///   an error that is not retryable by the policy.
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
    try step.run(action, check, {})
    return try successful(found, step.report)
  }

  /// Waits until an asynchronous condition is true, on the actor of the caller; a cancelled task stops at once.
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
    try await step.run(isolation, action, condition, {})
    return step.report.outcome.isSuccess
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
    try await step.run(isolation, action, check, {})
    return try successful(found, step.report)
  }

  @available(*, unavailable, message: "the time of a wait is `for:`, such as for: .seconds(5)")
  public func autoWait<Value>(_ description: String, timeout: Duration, until value: () async throws -> Value?) -> Value
  { fatalError("unavailable") }
}
