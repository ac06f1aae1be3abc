extension TargetedAutoRetry {
  /// Runs a step, runs it again when it fails, and returns true if it succeeded.
  ///
  /// It suits optional actions, such as closing a banner that may not show:
  ///
  /// ```swift
  /// if !autoRetrySucceeds(mainAction: closeBanner, successCondition: isBannerGone) {
  ///   launch()
  /// }
  /// ```
  ///
  /// A step that uses up its attempts is only logged. Other failures still fail the test: an abort of
  /// ``recoveryAction(after:)``, an invalid argument, and an assertion inside an attempt of a step that does not
  /// succeed. Everything else is as in
  /// ``autoRetry(mainAction:successCondition:resetSteps:actionDescription:retryAttempts:failTestOnFailure:policy:fileID:file:line:column:)-(()->Void,_,()->Void,_,_,_,_,_,_,_,_)``.
  ///
  /// - Returns: True if any attempt succeeded. Steering variables do not turn a success into a failure.
  public func autoRetrySucceeds<Value>(
    mainAction: () throws -> Value,
    successCondition: () throws -> Bool?,
    resetSteps: () throws -> Void,
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Bool {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isOnlyLogged, retryAttempts, hasResetSteps: true, at: site)
    return try SyncDriver.drive(StepRun(self, call, policy), { _ = try mainAction() }, successCondition, resetSteps)
      .outcome
      .isSuccess
  }

  /// Runs the same step without reset steps, or with optional ones that a helper forwards.
  public func autoRetrySucceeds<Value>(
    mainAction: () throws -> Value,
    successCondition: () throws -> Bool?,
    resetSteps: (() throws -> Void)? = nil,
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Bool {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isOnlyLogged, retryAttempts, hasResetSteps: resetSteps != nil, at: site)
    return try SyncDriver.drive(
      StepRun(self, call, policy),
      { _ = try mainAction() },
      successCondition,
      { try resetSteps?() }
    )
    .outcome.isSuccess
  }

  /// The asynchronous twin, on the actor of the caller, which `isolation` captures: leave the argument out.
  public func autoRetrySucceeds<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: () async throws -> Void,
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async rethrows -> Bool {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isOnlyLogged, retryAttempts, hasResetSteps: true, at: site)
    return try await AsyncDriver.drive(
      StepRun(self, call, policy),
      isolation,
      {
        _ = isolation
        _ = try await mainAction()
      },
      successCondition,
      resetSteps
    ).outcome.isSuccess
  }

  /// The asynchronous twin without reset steps, or with optional ones that a helper forwards.
  public func autoRetrySucceeds<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: (() async throws -> Void)? = nil,
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async rethrows -> Bool {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isOnlyLogged, retryAttempts, hasResetSteps: resetSteps != nil, at: site)
    return try await AsyncDriver.drive(
      StepRun(self, call, policy),
      isolation,
      {
        _ = isolation
        _ = try await mainAction()
      },
      successCondition,
      { try await resetSteps?() }
    ).outcome.isSuccess
  }
}
