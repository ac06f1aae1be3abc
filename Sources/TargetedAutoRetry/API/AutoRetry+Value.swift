// A closure that takes nothing is also one that takes `()`. So these forms are disfavored: a condition that takes nothing
// belongs to a step that returns nothing. The asynchronous ones take an asynchronous `until`, or a synchronous one would
// outweigh that.
extension TargetedAutoRetry {
  /// Runs a step and returns its first acceptable value; throws ``RetryExhausted`` if no attempt makes one.
  ///
  /// An attempt succeeds when the main action does not throw and `until` accepts its value. The error has the cause of
  /// every attempt. The step does not fail the test itself: an error that no code catches ends the test. The value of a
  /// failed attempt is released before hooks, waits and reset steps.
  ///
  /// ```swift
  /// let account = try autoRetry("Load Account") { try loadAccount() } until: { $0.isComplete }
  /// ```
  ///
  /// The closures are `mainAction`, which makes the value, `until`, which is true for an acceptable one (by default
  /// every value is), and `reset`. Everything else is as in
  /// ``autoRetry(_:within:for:retryAttempts:looksFirst:failTestOnFailure:policy:fileID:file:line:column:mainAction:until:reset:)``.
  ///
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
    let policy = RetryPolicy(policy, within: patience, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let run = StepRun(self, actionDescription, .isThrown, policy, hasResetSteps: true, place)
    return try acceptedValue(of: run, mainAction, isSuccess, resetSteps)
  }

  /// Runs a step without reset steps and returns its first acceptable value, or throws ``RetryExhausted``.
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
    let policy = RetryPolicy(policy, within: patience, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let run = StepRun(self, actionDescription, .isThrown, policy, hasResetSteps: false, place)
    return try acceptedValue(of: run, mainAction, isSuccess, {})
  }

  /// Runs an asynchronous step and returns its first acceptable value, or throws ``RetryExhausted``.
  ///
  /// In a cancelled task it throws `CancellationError`.
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
    let policy = RetryPolicy(policy, within: patience, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let run = StepRun(self, actionDescription, .isThrown, policy, hasResetSteps: true, place)
    return try await acceptedValue(of: run, isolation, mainAction, isSuccess, resetSteps)
  }

  /// Runs an asynchronous step without reset steps and returns its first acceptable value, or throws.
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
    let policy = RetryPolicy(policy, within: patience, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let run = StepRun(self, actionDescription, .isThrown, policy, hasResetSteps: false, place)
    return try await acceptedValue(of: run, isolation, mainAction, isSuccess, {})
  }
}

/// Runs a step and keeps its value, but only until the attempt is known to have failed.
private func acceptedValue<Value>(
  of run: StepRun,
  _ mainAction: () throws -> Value,
  _ isSuccess: (Value) throws -> Bool,
  _ resetSteps: () throws -> Void
) throws -> Value {
  var value: Value?
  var accepted: Value?
  run.rejectedValue = { value.map(ValueText.of) }
  run.forgetValue = { [unowned run] in
    value = nil
    // A repetition does not forget the value of the step.
    if !run.report.outcome.isSuccess { accepted = nil }
  }
  func isAccepted() throws -> Bool {
    guard let value, try isSuccess(value) else { return false }
    accepted = value
    return true
  }
  try SyncDriver.drive(run, { value = try mainAction() }, isAccepted, resetSteps)
  return try successful(accepted, run.report)
}

/// The asynchronous twin, whose functions use `isolation`: without a use of it they might run off the actor.
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
  run.forgetValue = { [unowned run] in
    value = nil
    // A repetition does not forget the value of the step.
    if !run.report.outcome.isSuccess { accepted = nil }
  }
  func make() async throws {
    _ = isolation
    value = try await mainAction()
  }
  func isAccepted() async throws -> Bool {
    _ = isolation
    guard let value, try await isSuccess(value) else { return false }
    accepted = value
    return true
  }
  try await AsyncDriver.drive(run, isolation, make, isAccepted, resetSteps)
  return try successful(accepted, run.report)
}

func successful<Value>(_ value: Value?, _ report: StepReport) throws -> Value {
  if report.outcome.isSuccess, let value { return value }
  if report.ending.abortion == .byCancellation { throw CancellationError() }
  throw RetryExhausted(report: report)
}
