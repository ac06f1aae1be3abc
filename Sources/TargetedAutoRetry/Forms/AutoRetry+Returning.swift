// These forms stand beside those whose main action returns nothing. Swift prefers the latter if both fit, so overloads
// by return type and otherwise unconstrained generic results keep their meaning.
extension TargetedAutoRetry {
  /// Runs a step whose main action returns a value, such as the next page, and ignores the value.
  ///
  /// A page object that returns the next page can be used as it is, as a closure or as a method:
  ///
  /// ```swift
  /// autoRetry(mainAction: home.tapSearch, successCondition: search.isVisible, resetSteps: goHome)
  /// ```
  ///
  /// To get the value, call ``autoRetry(_:retryAttempts:policy:fileID:file:line:column:operation:until:resetSteps:)``.
  /// Everything else is as in
  /// ``autoRetry(mainAction:successCondition:resetSteps:actionDescription:retryAttempts:failTestOnFailure:policy:fileID:file:line:column:)-(()->Void,_,()->Void,_,_,_,_,_,_,_,_)``.
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
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let failure = StepCall.Failure(failsTest: failTestOnFailure)
    let call = StepCall(actionDescription, failure, retryAttempts, hasResetSteps: true, at: site)
    return try SyncDriver.drive(StepRun(self, call, policy), { _ = try mainAction() }, successCondition, resetSteps)
      .retriesUsed
  }

  /// Runs a step whose main action returns a value, without reset steps or with optional ones that a helper forwards.
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
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let failure = StepCall.Failure(failsTest: failTestOnFailure)
    let call = StepCall(actionDescription, failure, retryAttempts, hasResetSteps: resetSteps != nil, at: site)
    return try SyncDriver.drive(
      StepRun(self, call, policy),
      { _ = try mainAction() },
      successCondition,
      { try resetSteps?() }
    )
    .retriesUsed
  }

  /// Runs an asynchronous step whose main action returns a value, and ignores the value.
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
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let failure = StepCall.Failure(failsTest: failTestOnFailure)
    let call = StepCall(actionDescription, failure, retryAttempts, hasResetSteps: true, at: site)
    return try await AsyncDriver.drive(
      StepRun(self, call, policy),
      isolation,
      {
        _ = isolation
        _ = try await mainAction()
      },
      successCondition,
      resetSteps
    ).retriesUsed
  }

  /// Runs an asynchronous step whose main action returns a value, with no reset steps or optional ones.
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
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let failure = StepCall.Failure(failsTest: failTestOnFailure)
    let call = StepCall(actionDescription, failure, retryAttempts, hasResetSteps: resetSteps != nil, at: site)
    return try await AsyncDriver.drive(
      StepRun(self, call, policy),
      isolation,
      {
        _ = isolation
        _ = try await mainAction()
      },
      successCondition,
      { try await resetSteps?() }
    ).retriesUsed
  }

  /// Runs a step whose main action returns a value, in the argument order of eBay's TargetedAutoRetry 1.x.
  @discardableResult
  public func autoRetry<Value>(
    mainAction: () throws -> Value,
    successCondition: () throws -> Bool?,
    resetSteps: (() throws -> Void)? = nil,
    retryAttempts: Int,
    actionDescription: String,
    failTestOnFailure: Bool = true,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Int {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let failure = StepCall.Failure(failsTest: failTestOnFailure)
    let call = StepCall(actionDescription, failure, retryAttempts, hasResetSteps: resetSteps != nil, at: site)
    return try SyncDriver.drive(
      StepRun(self, call, nil),
      { _ = try mainAction() },
      successCondition,
      { try resetSteps?() }
    )
    .retriesUsed
  }
}

extension TargetedAutoRetry {
  /// The argument order of eBay's TargetedAutoRetry 1.x, so that its callers compile unchanged.
  ///
  /// In new code put `actionDescription` before `retryAttempts`. Everything else is as in
  /// ``autoRetry(mainAction:successCondition:resetSteps:actionDescription:retryAttempts:failTestOnFailure:policy:fileID:file:line:column:)-(()->Void,_,()->Void,_,_,_,_,_,_,_,_)``.
  @discardableResult
  public func autoRetry(
    mainAction: () throws -> Void,
    successCondition: () throws -> Bool?,
    resetSteps: (() throws -> Void)? = nil,
    retryAttempts: Int,
    actionDescription: String,
    failTestOnFailure: Bool = true,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Int {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let failure = StepCall.Failure(failsTest: failTestOnFailure)
    let call = StepCall(actionDescription, failure, retryAttempts, hasResetSteps: resetSteps != nil, at: site)
    return try SyncDriver.drive(StepRun(self, call, nil), mainAction, successCondition, { try resetSteps?() })
      .retriesUsed
  }
}
