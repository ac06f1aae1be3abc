extension TargetedAutoRetry {
  /// Runs a step, runs it again when it fails, and answers whether it worked: what an `if` asks.
  ///
  /// For what a test can do without, such as a banner that is closed where it shows:
  ///
  /// ```swift
  /// if !autoRetrySucceeds(mainAction: closeBanner, successCondition: isBannerGone) {
  ///   launch()
  /// }
  /// ```
  ///
  /// A step whose attempts are used up is only logged. What fails the test all the same is no flake of the step: an abort of
  /// ``recoveryAction(after:)``, an argument that makes no sense, and an assertion inside an attempt of a step that does not
  /// succeed. Everything else is as in
  /// ``autoRetry(mainAction:successCondition:resetSteps:actionDescription:retryAttempts:failTestOnFailure:policy:fileID:file:line:column:)-(()->Void,_,()->Void,_,_,_,_,_,_,_,_)``.
  ///
  /// - Returns: True if an attempt succeeded, whichever it was. Variables that steer the run do not turn a success into a failure.
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
    let site = WrittenPlace(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isOnlyLogged, hasResetSteps: true, at: site)
    return try SyncDriver.drive(
      .of(self, call, retryAttempts, policy),
      action: { _ = try mainAction() },
      condition: { try successCondition() == true },
      resetSteps: resetSteps
    ).hasSucceeded
  }

  /// The same without reset steps, or with reset steps that are forwarded as an optional.
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
    let site = WrittenPlace(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isOnlyLogged, hasResetSteps: resetSteps != nil, at: site)
    return try SyncDriver.drive(
      .of(self, call, retryAttempts, policy),
      action: { _ = try mainAction() },
      condition: { try successCondition() == true },
      resetSteps: { try resetSteps?() }
    ).hasSucceeded
  }

  /// The asynchronous twin, whose closures run on the actor of the caller, which `isolation` is; leave it out.
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
    let site = WrittenPlace(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isOnlyLogged, hasResetSteps: true, at: site)
    return try await AsyncDriver.drive(
      .of(self, call, retryAttempts, policy),
      isolation: isolation,
      action: {
        _ = isolation
        _ = try await mainAction()
      },
      condition: { try await successCondition() == true },
      resetSteps: resetSteps
    ).hasSucceeded
  }

  /// The asynchronous twin without reset steps, or with reset steps that are forwarded as an optional.
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
    let site = WrittenPlace(fileID: fileID, file: file, line: line, column: column)
    let call = StepCall(actionDescription, .isOnlyLogged, hasResetSteps: resetSteps != nil, at: site)
    return try await AsyncDriver.drive(
      .of(self, call, retryAttempts, policy),
      isolation: isolation,
      action: {
        _ = isolation
        _ = try await mainAction()
      },
      condition: { try await successCondition() == true },
      resetSteps: { try await resetSteps?() }
    ).hasSucceeded
  }
}
