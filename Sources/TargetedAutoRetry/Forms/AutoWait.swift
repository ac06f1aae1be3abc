// In asynchronous code Swift would take the synchronous forms for a condition that does not suspend, and the wait would keep
// the actor from what it waits for. So the synchronous forms are disfavored, and the compiler asks for `await`.
extension TargetedAutoRetry {
  /// Waits until a condition is true.
  ///
  /// The condition is evaluated again and again, with the ``RetryPolicy/pollingInterval`` in between, and a last time when
  /// the limit is over. One that throws is not true yet, unless the error means that no wait can help. A wait that was in vain
  /// records one failure at the line of the call, and returns. It is no retry: nothing is run again, and no flake is counted.
  ///
  /// ```swift
  /// autoWait("Requests arrive", for: .seconds(10)) { server.requests > 0 }
  /// autoWait("Last row", for: .seconds(30), meanwhile: app.swipeUp) { lastRow.isHittable }
  /// ```
  ///
  /// - Parameters:
  ///   - description: What is waited for, in the log and in the failure.
  ///   - limit: The time that the condition has to become true, 0 s or more; by default the
  ///     ``RetryPolicy/conditionTimeout`` of the policies, or 10 s where none has one. `AUTO_RETRY_PATIENCE` multiplies it.
  ///   - stableFor: The time that the condition must stay true, 0 s up to the limit; by default that of the policies.
  ///   - failTestOnFailure: True if a wait that was in vain fails the test; otherwise it is only logged.
  ///   - policy: The policy of this call; what it leaves open comes from the policies further out (``RetryPolicy``).
  ///   - fileID: The source file that failures are reported at; with `line` and `column` the place of the call.
  ///   - file: The path of the same file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - action: What is done after each look but the last, as long as the condition is not true: a swipe, a refresh. The
  ///     polling interval follows. It is no attempt, and nothing counts how often it runs.
  ///   - condition: True when the wait is over; nil counts as false.
  /// - Returns: True if the condition came true.
  /// - Throws: At once: a skip, a cancellation, and an error that the policy says is not retryable.
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
    let site = WrittenPlace(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(description, .init(failsTest: failTestOnFailure), .wait, at: site)
    let report = try SyncDriver.drive(
      .of(self, call, 0, .ofWait(limit, stableFor, policy)),
      action: action,
      condition: { try condition() == true },
      resetSteps: {}
    )
    return report.hasSucceeded
  }

  /// Waits until there is a value, and returns it.
  ///
  /// ```swift
  /// let cell = try autoWait("First cell", for: .seconds(5)) { table.firstCell }
  /// ```
  ///
  /// `until` returns the value, or nil as long as there is none. Everything else is as in
  /// ``autoWait(_:for:stableFor:failTestOnFailure:policy:fileID:file:line:column:meanwhile:until:)-(_,_,_,_,_,_,_,_,_,_,()->Bool?)``.
  ///
  /// - Returns: The value.
  /// - Throws: ``RetryExhausted`` when the limit is over; the test does not fail by itself. At once: a skip, a
  ///   cancellation, and an error that the policy says is not retryable.
  @_disfavoredOverload
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
    let site = WrittenPlace(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(description, .isThrown, .wait, at: site)
    var found: Value?
    let report = try SyncDriver.drive(
      .of(self, call, 0, .ofWait(limit, stableFor, policy)),
      action: action,
      condition: {
        found = try value()
        return found != nil
      },
      resetSteps: {}
    )
    return try successful(found, report)
  }

  /// Waits until an asynchronous condition is true; otherwise as
  /// ``autoWait(_:for:stableFor:failTestOnFailure:policy:fileID:file:line:column:meanwhile:until:)-(_,_,_,_,_,_,_,_,_,_,()->Bool?)``.
  ///
  /// The condition runs on the actor of the caller, which `isolation` is; leave it out. A task that is cancelled stops
  /// waiting at once.
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
    let site = WrittenPlace(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(description, .init(failsTest: failTestOnFailure), .wait, at: site)
    let report = try await AsyncDriver.drive(
      .of(self, call, 0, .ofWait(limit, stableFor, policy)),
      isolation: isolation,
      action: action,
      condition: { try await condition() == true },
      resetSteps: {}
    )
    return report.hasSucceeded
  }

  /// Waits until an asynchronous closure returns a value, and returns it.
  ///
  /// Everything else is as in ``autoWait(_:for:stableFor:policy:fileID:file:line:column:meanwhile:until:)``.
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
    let site = WrittenPlace(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(description, .isThrown, .wait, at: site)
    var found: Value?
    let report = try await AsyncDriver.drive(
      .of(self, call, 0, .ofWait(limit, stableFor, policy)),
      isolation: isolation,
      action: action,
      condition: {
        _ = isolation
        found = try await value()
        return found != nil
      },
      resetSteps: {}
    )
    return try successful(found, report)
  }
}

extension RetryPolicy {
  /// The policy of a wait, for what its call says.
  fileprivate static func ofWait(_ limit: Duration?, _ stableFor: Duration?, _ policy: RetryPolicy?) -> RetryPolicy {
    var policy = policy ?? .default
    policy.conditionTimeout = limit ?? policy.conditionTimeout
    policy.stableFor = stableFor ?? policy.stableFor
    return policy
  }
}
