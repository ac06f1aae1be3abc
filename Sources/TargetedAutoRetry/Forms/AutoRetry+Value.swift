extension TargetedAutoRetry {
  /// Runs an operation until it returns an acceptable value, and returns that value.
  ///
  /// An attempt succeeds when the operation does not throw and `isSuccess` accepts the value. A step that never
  /// succeeds throws ``RetryExhausted``, which has the cause of every attempt. It does not fail the test itself. The value
  /// of a failed attempt is released before the reset steps.
  ///
  /// ```swift
  /// let account = try autoRetry("Load Account", operation: loadAccount, until: { $0.isComplete })
  /// ```
  ///
  /// - Parameters:
  ///   - actionDescription: The name of the step in the log and in the error.
  ///   - retryAttempts: The number of retries that may follow the first attempt; by default that of the policy.
  ///   - policy: The policy of this call; what it leaves open comes from the policies further out (``RetryPolicy``).
  ///   - fileID: The source file of the call; with `file`, `line` and `column` the place that the error names.
  ///   - file: The path of the same file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - operation: The action of the step.
  ///   - isSuccess: True for an acceptable value; by default every value is.
  ///   - resetSteps: Restores the state before the step, so that the operation can run again.
  /// - Returns: The first acceptable value.
  /// - Throws: ``RetryExhausted``; and at once, without another attempt: a skip, a cancellation, an error that is not
  ///   retryable by the policy, and any error of the reset steps.
  public func autoRetry<Value>(
    _ actionDescription: String,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    operation: () throws -> Value,
    until isSuccess: (Value) throws -> Bool = { _ in true },
    resetSteps: () throws -> Void
  ) throws -> Value {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isThrown, retryAttempts, hasResetSteps: true, at: site)
    return try acceptedValue(of: StepRun(self, call, policy), operation, isSuccess, resetSteps)
  }

  /// Runs an operation without reset steps until it returns an acceptable value.
  ///
  /// Everything else is as in
  /// ``autoRetry(_:retryAttempts:policy:fileID:file:line:column:operation:until:resetSteps:)``.
  public func autoRetry<Value>(
    _ actionDescription: String,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    operation: () throws -> Value,
    until isSuccess: (Value) throws -> Bool = { _ in true }
  ) throws -> Value {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isThrown, retryAttempts, hasResetSteps: false, at: site)
    return try acceptedValue(of: StepRun(self, call, policy), operation, isSuccess, {})
  }

  /// Runs an asynchronous operation until it returns an acceptable value, and returns that value.
  ///
  /// The closures run on the actor of the caller, which `isolation` captures: leave the argument out. A cancelled task
  /// stops waiting at once, and the step throws `CancellationError`. Everything else is as in
  /// ``autoRetry(_:retryAttempts:policy:fileID:file:line:column:operation:until:resetSteps:)``.
  public func autoRetry<Value>(
    _ actionDescription: String,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    operation: () async throws -> Value,
    until isSuccess: (Value) throws -> Bool = { _ in true },
    resetSteps: () async throws -> Void
  ) async throws -> Value {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isThrown, retryAttempts, hasResetSteps: true, at: site)
    return try await acceptedValue(of: StepRun(self, call, policy), isolation, operation, isSuccess, resetSteps)
  }

  /// Runs an asynchronous operation without reset steps until it returns an acceptable value.
  ///
  /// Everything else is as in the form with reset steps.
  public func autoRetry<Value>(
    _ actionDescription: String,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    operation: () async throws -> Value,
    until isSuccess: (Value) throws -> Bool = { _ in true }
  ) async throws -> Value {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isThrown, retryAttempts, hasResetSteps: false, at: site)
    return try await acceptedValue(of: StepRun(self, call, policy), isolation, operation, isSuccess, {})
  }
}

/// Runs a step and keeps its value here: for the late check, but not across the reset steps or into the next attempt.
private func acceptedValue<Value>(
  of run: StepRun,
  _ operation: () throws -> Value,
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
      value = try operation()
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

/// The asynchronous twin.
///
/// The closures use `isolation`: without a use of it they might run off the actor.
private func acceptedValue<Value>(
  of run: StepRun,
  _ isolation: isolated (any Actor)?,
  _ operation: () async throws -> Value,
  _ isSuccess: (Value) throws -> Bool,
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
      value = try await operation()
    },
    {
      _ = isolation
      guard let value, try isSuccess(value) else { return false }
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
    let callSite = report.step.callSite
    self.init(
      actionDescription: report.step.name,
      failedAttempts: report.failedAttempts,
      elapsed: report.elapsed,
      file: callSite.path,
      line: callSite.line,
      description: "\(report.errorMessage) (\(callSite.fileName):\(callSite.line))"
    )
  }
}
