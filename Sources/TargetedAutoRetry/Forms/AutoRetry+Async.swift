extension TargetedAutoRetry {
  /// Runs an asynchronous step, and runs it again when it fails.
  ///
  /// The closures run on the actor of the caller, which `isolation` captures: leave the argument out. On Apple
  /// platforms the activities of asynchronous steps do not nest in the log. Everything else is as in
  /// ``autoRetry(mainAction:successCondition:resetSteps:actionDescription:retryAttempts:failTestOnFailure:policy:fileID:file:line:column:)-(()->Void,_,()->Void,_,_,_,_,_,_,_,_)``.
  @discardableResult
  public func autoRetry(
    mainAction: () async throws -> Void,
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
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let failure = StepCall.Failure(failsTest: failTestOnFailure)
    let call = StepCall(actionDescription, failure, retryAttempts, hasResetSteps: true, at: site)
    return try await AsyncDriver.drive(StepRun(self, call, policy), isolation, mainAction, successCondition, resetSteps)
      .retriesUsed
  }

  /// Runs an asynchronous step without reset steps, or with reset steps that are forwarded as an optional.
  ///
  /// Everything else is as in
  /// ``autoRetry(mainAction:successCondition:resetSteps:actionDescription:retryAttempts:failTestOnFailure:policy:fileID:file:line:column:)-(()->Void,_,()->Void,_,_,_,_,_,_,_,_)``.
  @discardableResult
  public func autoRetry(
    mainAction: () async throws -> Void,
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
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let failure = StepCall.Failure(failsTest: failTestOnFailure)
    let call = StepCall(actionDescription, failure, retryAttempts, hasResetSteps: resetSteps != nil, at: site)
    return try await AsyncDriver.drive(
      StepRun(self, call, policy),
      isolation,
      mainAction,
      successCondition,
      { try await resetSteps?() }
    ).retriesUsed
  }
}
