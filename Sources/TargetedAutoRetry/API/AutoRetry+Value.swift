// Swift accepts a closure without parameters as one that takes `()`. These forms are disfavored, so that a condition
// without parameters selects the closure form. Their asynchronous `until` must be asynchronous: a synchronous one would
// outweigh that preference.
extension TargetedAutoRetry {
  /// Runs a step and returns its first acceptable value.
  ///
  /// An attempt succeeds if the main action does not throw, its value is not `nil`, and `until` accepts the value. `until`
  /// is called once, whatever the policies say, or for the time of `within:`. The value of a failed attempt is released
  /// before hooks, waits and reset steps.
  ///
  /// If no attempt succeeds, the step throws an error with the cause of every attempt. It does not record a failure
  /// itself: the error ends the test unless your code catches it.
  ///
  /// ```swift
  /// let account = try autoRetry("Load Account") { try loadAccount() } until: { $0.isComplete }
  /// ```
  ///
  /// A main action that returns a `Bool` is treated as a condition: without `until`, an attempt that returns false or
  /// `nil` fails, and a step that fails also fails the test. `within:` is the time per attempt, `for:` that for the whole step. The other
  /// parameters are those of the form whose `until:` takes no value.
  ///
  /// - Returns: The first acceptable value.
  /// - Throws: ``RetryExhausted`` if no attempt succeeds. Immediately: a skip, a cancellation, an error that is not
  ///   retryable by the policy, and any error of the reset steps.
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value, Reset>(
    _ actionDescription: String,
    within timeout: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Value?,
    until isSuccess: (Value) throws -> Bool,
    reset resetSteps: () throws -> Reset = noResetSteps
  ) throws -> Value {
    let policy = RetryPolicy(checkedOnce: policy, within: timeout, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(of: Value.self), policy, reset: Reset.self, place)
    return try step.acceptedValue(of: mainAction, until: isSuccess, resetSteps)
  }

  /// Runs a step and returns its first value that is not `nil`.
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value, Reset>(
    _ actionDescription: String,
    _: Void = (),
    _: Void = (),
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Value?,
    reset resetSteps: () throws -> Reset = noResetSteps
  ) throws -> Value {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(of: Value.self), policy, reset: Reset.self, place)
    return try step.acceptedValue(of: mainAction, until: { !isRefusal($0) }, resetSteps)
  }

  /// Runs an asynchronous step and returns its first acceptable value.
  ///
  /// It works like the synchronous form. If the task is canceled, it rethrows the error of its closure, or else throws
  /// `CancellationError`.
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value, Reset>(
    _ actionDescription: String,
    within timeout: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Value?,
    until isSuccess: nonisolated(nonsending) (Value) async throws -> Bool,
    reset resetSteps: () async throws -> Reset = noResetSteps
  ) async throws -> Value {
    let policy = RetryPolicy(checkedOnce: policy, within: timeout, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(of: Value.self), policy, reset: Reset.self, place)
    return try await step.acceptedValue(isolation, of: mainAction, until: isSuccess, resetSteps)
  }

  /// Runs an asynchronous step and returns its first value that is not `nil`.
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value, Reset>(
    _ actionDescription: String,
    _: Void = (),
    _: Void = (),
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Value?,
    reset resetSteps: () async throws -> Reset = noResetSteps
  ) async throws -> Value {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(of: Value.self), policy, reset: Reset.self, place)
    return try await step.acceptedValue(isolation, of: mainAction, until: { !isRefusal($0) }, resetSteps)
  }
}

// Not unavailable, because Swift would then select the assertion form, and drop the value.
extension TargetedAutoRetry {
  @available(*, deprecated, message: "await the work itself: await autoRetry(…) { await … }")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Success, Failure: Error, Reset, ResetError: Error>(
    _ name: String,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Task<Success, Failure>,
    reset resetSteps: () throws(ResetError) -> Reset = noResetSteps
  ) rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(failTestOnFailure), policy, hasCondition: false, reset: Reset.self, place)
    return try step.run(mainAction, { true }, resetSteps)
  }

  @available(
    *,
    deprecated,
    message: "remove `failTestOnFailure:` (a step with a value throws), or write `_ =` in the action"
  )
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value, Reset>(
    _ name: String,
    _: Void = (),
    _: Void = (),
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Value?,
    reset resetSteps: () throws -> Reset = noResetSteps
  ) throws -> Value {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(of: Value.self), policy, reset: Reset.self, place)
    return try step.acceptedValue(of: mainAction, until: { !isRefusal($0) }, resetSteps)
  }

  @available(
    *,
    deprecated,
    message: "remove `failTestOnFailure:` (a step with a value throws), or write `_ =` in the action"
  )
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value, Reset>(
    _ name: String,
    _: Void = (),
    _: Void = (),
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Value?,
    reset resetSteps: () async throws -> Reset = noResetSteps
  ) async throws -> Value {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(of: Value.self), policy, reset: Reset.self, place)
    return try await step.acceptedValue(isolation, of: mainAction, until: { !isRefusal($0) }, resetSteps)
  }
}

extension RetryPolicy {
  // For steps that check a value or assertions: what policies say about conditions does not apply to them.
  init(checkedOnce policy: RetryPolicy?, within timeout: Duration? = nil, for timeLimit: Duration?, retries: Int?) {
    self.init(policy, within: timeout ?? .zero, for: timeLimit, retries: retries, checksFirst: false, stableFor: .zero)
  }
}

/// The value of an attempt, which is released as soon as the attempt has failed.
private final class Candidate<Value> {
  var value: Value?

  init(of run: StepRun) {
    let isShown = run.step.failureEffect == .isThrown
    run.value = StepRun.AttemptValue { [unowned self] in
      if isShown { return value.map(ValueText.of) ?? "nil" }
      return value as? Bool == false ? "false" : nil
    } isNil: { [unowned self] in
      value.map(isNil) ?? true
    } isChangeable: { [unowned self] in
      value.map { isChangeable($0) } ?? true
    } forget: { [unowned self] in
      value = nil
    }
  }
}

extension StepRun {
  fileprivate func acceptedValue<Value, Reset>(
    of action: () throws -> Value?,
    until isSuccess: (Value) throws -> Bool,
    _ resetSteps: () throws -> Reset
  ) throws -> Value {
    hintAtTask(Value.self)
    let candidate = Candidate<Value>(of: self)
    func isAccepted() throws -> Bool {
      guard let value = candidate.value, !isNil(value) else { return false }
      return try isSuccess(value)
    }
    try run({ candidate.value = try action() }, isAccepted, resetSteps)
    return try successful(candidate.value)
  }

  fileprivate func acceptedValue<Value, Reset>(
    _ isolation: isolated (any Actor)?,
    of action: () async throws -> Value?,
    until isSuccess: nonisolated(nonsending) (Value) async throws -> Bool,
    _ resetSteps: () async throws -> Reset
  ) async throws -> Value {
    hintAtTask(Value.self)
    let candidate = Candidate<Value>(of: self)
    func act() async throws {
      _ = isolation
      candidate.value = try await action()
    }
    func isAccepted() async throws -> Bool {
      _ = isolation
      guard let value = candidate.value, !isNil(value) else { return false }
      return try await isSuccess(value)
    }
    try await run(isolation, act, isAccepted, resetSteps)
    return try successful(candidate.value)
  }

  /// - Throws: If the step did not succeed.
  func successful<Value>(_ value: Value?) throws -> Value {
    if report.outcome.isSuccess, let value { return value }
    if report.outcome.abortion == .byCancellation { throw CancellationError() }
    if step.failureEffect == .failsTest, let nothing = (false as? Value) ?? (() as? Value) { return nothing }
    let error = report.error
    test?.noteThrown(error, at: step.failureSite)
    throw error
  }
}

// A `Bool` is a condition in every form. After `try?`, Swift prefers an optional result: it may select a value form for
// a step with a condition, or infer `Bool?` as the value. An unavailable overload cannot prevent that.

extension Step.FailureEffect {
  init<Value>(of value: Value.Type) { self = isCondition(value) || value == Void.self ? .failsTest : .isThrown }
}
