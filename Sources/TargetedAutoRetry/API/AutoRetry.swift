extension TargetedAutoRetry {
  /// Runs a step and retries it if it fails.
  ///
  /// An attempt runs the main action and then checks the success condition. It fails if the action throws, or if the
  /// condition is false, is `nil` or throws. With a ``RetryPolicy/conditionTimeout``, such a condition is checked again
  /// until the time is up. The reset steps run before each retry, never before the first attempt or after the last.
  ///
  /// If no attempt succeeds, the step records one failure at the call site and returns.
  ///
  /// ```swift
  /// autoRetry(mainAction: signIn, successCondition: isSignedIn, resetSteps: launch, actionDescription: "Sign In")
  /// ```
  ///
  /// In a plain `XCTestCase`, an assertion that fails inside an attempt fails the test. So does an inner step that
  /// fails, so give inner steps `failTestOnFailure: false`. In a ``RetryableTestCase`` and in Swift Testing, both fail
  /// only the attempt.
  ///
  /// - Parameters:
  ///   - mainAction: The action of the step. Its result, such as the next page, is ignored.
  ///   - successCondition: Whether the action worked. `nil` counts as false.
  ///   - resetSteps: Code that restores the state before the step, so that the main action can run again.
  ///   - actionDescription: The name of the step in the log and in the failure; defaults to `Action`. If it is empty,
  ///     the call site is used as the name.
  ///   - retryAttempts: The number of retries allowed after the first attempt; defaults to
  ///     ``RetryPolicy/retryAttempts`` of the policies, which is 3 unless one of them sets it.
  ///   - failTestOnFailure: Whether the test fails if the step fails; defaults to `true`. Otherwise the failure is only
  ///     logged.
  ///   - policy: The policy of this call. Values left `nil` are inherited, as ``RetryPolicy`` describes.
  ///   - fileID: The `#fileID` to report failures at; defaults to the call site. If your own helper forwards this and
  ///     the next three arguments, failures point at the helper's caller.
  ///   - file: The path of the file to report failures at; defaults to the call site.
  ///   - line: The line number to report failures at; defaults to the call site.
  ///   - column: The column number to report failures at; defaults to the call site.
  /// - Returns: The number of retries used: 0 if the first attempt succeeded, n if retry n succeeded. If no attempt
  ///   succeeded or an argument is invalid, one more than the call and its policy allow, regardless of
  ///   `AUTO_RETRY_ATTEMPTS`.
  /// - Throws: A skip, a cancellation, an error that is not retryable by the policy, or any error of the reset steps.
  ///   Each of them ends the step immediately, without a failure of the step; every other error only fails the attempt.
  @discardableResult
  public func autoRetry<Value>(
    mainAction: () throws -> Value,
    successCondition: () throws -> Bool?,
    resetSteps: () throws -> Void,
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Int {
    let policy = RetryPolicy(policy, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, reset: Void.self, place)
    try step.run(mainAction, successCondition, resetSteps)
    return step.report.retriesUsed
  }

  /// Runs a step without reset steps, or with an optional closure that a helper forwards.
  @discardableResult
  public func autoRetry<Value>(
    mainAction: () throws -> Value,
    successCondition: () throws -> Bool?,
    resetSteps: (() throws -> Void)? = nil,
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Int {
    let policy = RetryPolicy(policy, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let reset: Any.Type = resetSteps == nil ? NoResetSteps.self : Void.self
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, reset: reset, place)
    try step.run(mainAction, successCondition, { try resetSteps?() })
    return step.report.retriesUsed
  }

  /// Runs an asynchronous step and retries it if it fails.
  ///
  /// It works like the synchronous form, with closures that may `await`. They run on the caller's actor, which
  /// `isolation` captures by default. If the task is canceled, the step ends without a failure: it rethrows the error of
  /// its closure, or returns as if no attempt had succeeded. On Apple platforms, the activities of asynchronous steps are
  /// not nested in the log.
  @discardableResult
  public func autoRetry<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: () async throws -> Void,
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async rethrows -> Int {
    let policy = RetryPolicy(policy, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, reset: Void.self, place)
    try await step.run(isolation, mainAction, successCondition, resetSteps)
    return step.report.retriesUsed
  }

  /// Runs an asynchronous step without reset steps, or with an optional closure that a helper forwards.
  @discardableResult
  public func autoRetry<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: (() async throws -> Void)? = nil,
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async rethrows -> Int {
    let policy = RetryPolicy(policy, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let reset: Any.Type = resetSteps == nil ? NoResetSteps.self : Void.self
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, reset: reset, place)
    try await step.run(isolation, mainAction, successCondition, { try await resetSteps?() })
    return step.report.retriesUsed
  }

  /// Runs a step with the argument order of eBay's TargetedAutoRetry 1.x.
  ///
  /// Code written for that library compiles unchanged. In new code, put `actionDescription` before `retryAttempts`.
  @discardableResult
  public func autoRetry<Value>(
    mainAction: () throws -> Value,
    successCondition: () throws -> Bool?,
    resetSteps: (() throws -> Void)? = nil,
    retryAttempts: Int,
    actionDescription: String?,
    failTestOnFailure: Bool = true,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Int {
    let policy = RetryPolicy(nil, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let reset: Any.Type = resetSteps == nil ? NoResetSteps.self : Void.self
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, reset: reset, place)
    try step.run(mainAction, successCondition, { try resetSteps?() })
    return step.report.retriesUsed
  }
}
