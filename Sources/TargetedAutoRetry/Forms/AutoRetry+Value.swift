// A closure that takes nothing is also one that takes `()`. So these forms are disfavored: a condition that takes nothing
// belongs to a step that returns nothing. The asynchronous ones take an asynchronous `until`, or a synchronous one would
// outweigh that.
extension TargetedAutoRetry {
  /// Ends the test if no attempt makes an acceptable value, by an error; otherwise returns the value.
  ///
  /// An attempt succeeds when the main action does not throw and `until` accepts its value. A step that never succeeds
  /// throws ``RetryExhausted``, which has the cause of every attempt. It does not fail the test itself. The value of a
  /// failed attempt is released before the reset steps.
  ///
  /// ```swift
  /// let account = try autoRetry("Load Account") { try loadAccount() } until: { $0.isComplete }
  /// ```
  ///
  /// - Parameters:
  ///   - actionDescription: The name of the step in the log and in the error.
  ///   - patience: The time that a value has to become acceptable in each attempt, 0 s or more; by default that
  ///     of the policies, whose default is 0 s, a single look.
  ///   - timeLimit: The time that the whole step may take, 0 s or more; by default that of the policies, whose default
  ///     is no limit. If neither the call nor its `policy` has a number of retries, this time alone bounds the step,
  ///     with pauses between the attempts (``RetryPolicy/delay``).
  ///   - retryAttempts: The number of retries that may follow the first attempt; by default that of the policies.
  ///   - policy: The policy of this call; what it leaves open comes from the policies further out (``RetryPolicy``).
  ///   - fileID: The source file of the call; with `file`, `line` and `column` the place that the error names.
  ///   - file: The path of the same file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - mainAction: The action of the step, which makes the value.
  ///   - isSuccess: True for an acceptable value; by default every value is.
  ///   - resetSteps: Restores the state before the step, so that the main action can run again.
  /// - Returns: The first acceptable value.
  /// - Throws: ``RetryExhausted``; and at once, without another attempt: a skip, a cancellation, an error that is not
  ///   retryable by the policy, and any error of the reset steps.
  @_disfavoredOverload
  public func autoRetry<Value>(
    _ actionDescription: String,
    within patience: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Value,
    until isSuccess: (Value) throws -> Bool = { _ in true },
    reset resetSteps: () throws -> Void
  ) throws -> Value {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isThrown, hasResetSteps: true, at: site)
    let run = StepRun(self, call, within: patience, for: timeLimit, retryAttempts, policy)
    return try acceptedValue(of: run, mainAction, isSuccess, resetSteps)
  }

  /// Ends the test if no attempt makes an acceptable value, by an error; it has no reset steps.
  ///
  /// Everything else is as in
  /// ``autoRetry(_:within:for:retryAttempts:policy:fileID:file:line:column:mainAction:until:reset:)``.
  @_disfavoredOverload
  public func autoRetry<Value>(
    _ actionDescription: String,
    within patience: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Value,
    until isSuccess: (Value) throws -> Bool = { _ in true }
  ) throws -> Value {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isThrown, hasResetSteps: false, at: site)
    let run = StepRun(self, call, within: patience, for: timeLimit, retryAttempts, policy)
    return try acceptedValue(of: run, mainAction, isSuccess, {})
  }

  /// Ends the test if no asynchronous attempt makes an acceptable value, by an error; otherwise returns the value.
  ///
  /// The closures run on the actor of the caller, which `isolation` captures: leave the argument out. A cancelled task
  /// stops waiting at once, and the step throws `CancellationError`. Everything else is as in
  /// ``autoRetry(_:within:for:retryAttempts:policy:fileID:file:line:column:mainAction:until:reset:)``.
  @_disfavoredOverload
  public func autoRetry<Value>(
    _ actionDescription: String,
    within patience: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Value,
    until isSuccess: nonisolated(nonsending) (Value) async throws -> Bool = { _ in true },
    reset resetSteps: () async throws -> Void
  ) async throws -> Value {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isThrown, hasResetSteps: true, at: site)
    let run = StepRun(self, call, within: patience, for: timeLimit, retryAttempts, policy)
    return try await acceptedValue(of: run, isolation, mainAction, isSuccess, resetSteps)
  }

  /// Ends the test if no asynchronous attempt makes an acceptable value, by an error; it has no reset steps.
  ///
  /// Everything else is as in
  /// ``autoRetry(_:within:for:retryAttempts:policy:isolation:fileID:file:line:column:mainAction:until:reset:)``.
  @_disfavoredOverload
  public func autoRetry<Value>(
    _ actionDescription: String,
    within patience: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Value,
    until isSuccess: nonisolated(nonsending) (Value) async throws -> Bool = { _ in true }
  ) async throws -> Value {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isThrown, hasResetSteps: false, at: site)
    let run = StepRun(self, call, within: patience, for: timeLimit, retryAttempts, policy)
    return try await acceptedValue(of: run, isolation, mainAction, isSuccess, {})
  }
}

/// Runs a step and keeps its value here: for the late check, but not across the reset steps or into the next attempt.
private func acceptedValue<Value>(
  of run: StepRun,
  _ mainAction: () throws -> Value,
  _ isSuccess: (Value) throws -> Bool,
  _ resetSteps: () throws -> Void
) throws -> Value {
  var value: Value?
  var accepted: Value?
  run.rejectedValue = { value.map(ValueText.of) }
  let report = try SyncDriver.drive(
    run,
    {
      value = nil
      value = try mainAction()
    },
    {
      guard let value, try isSuccess(value) else { return false }
      accepted = value
      return true
    },
    {
      value = nil
      try resetSteps()
    }
  )
  return try successful(accepted, report)
}

/// The asynchronous twin, whose closures use `isolation`: without a use of it they might run off the actor.
private func acceptedValue<Value>(
  of run: StepRun,
  _ isolation: isolated (any Actor)?,
  _ mainAction: () async throws -> Value,
  _ isSuccess: nonisolated(nonsending) (Value) async throws -> Bool,
  _ resetSteps: () async throws -> Void
) async throws -> Value {
  var value: Value?
  var accepted: Value?
  run.rejectedValue = { value.map(ValueText.of) }
  let report = try await AsyncDriver.drive(
    run,
    isolation,
    {
      _ = isolation
      value = nil
      value = try await mainAction()
    },
    {
      _ = isolation
      guard let value, try await isSuccess(value) else { return false }
      accepted = value
      return true
    },
    {
      _ = isolation
      value = nil
      try await resetSteps()
    }
  )
  return try successful(accepted, report)
}

/// The value of a step or a wait, or the error of the value form.
func successful<Value>(_ value: Value?, _ report: StepReport) throws -> Value {
  if report.outcome.isSuccess, let value { return value }
  if report.ending.abortion == .byCancellation { throw CancellationError() }
  throw RetryExhausted(report)
}

extension RetryExhausted {
  fileprivate init(_ report: StepReport) {
    self.init(
      actionDescription: report.step.name,
      failedAttempts: report.failedAttempts,
      elapsed: report.elapsed,
      failureSite: report.step.failureSite,
      description: "\(report.errorMessage(.whole)) (\(report.step.callSite.place))"
    )
  }
}
