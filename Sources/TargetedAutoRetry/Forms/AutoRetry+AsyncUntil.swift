extension TargetedAutoRetry {
  /// Runs an asynchronous operation until it returns a value that an asynchronous check accepts.
  ///
  /// The check takes the value with it when it suspends, so the value has to be `Sendable`. Everything else is as in
  /// the form whose `until` is synchronous.
  public func autoRetry<Value: Sendable>(
    _ actionDescription: String,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    operation: () async throws -> Value,
    until isSuccess: (Value) async throws -> Bool,
    resetSteps: () async throws -> Void
  ) async throws -> Value {
    try await AsyncDriver.drive(
      .of(
        self,
        StepCall(
          actionDescription: actionDescription,
          failure: .isThrown,
          hasResetSteps: true,
          callSite: CallSite(fileID: fileID, file: file, line: line, column: column)
        ),
        retryAttempts: retryAttempts,
        policy: policy
      ),
      isolation: isolation,
      operation: operation,
      isSuccess: { try await isSuccess($0) },
      resetSteps: resetSteps
    ).successfulValue()
  }

  /// Runs an asynchronous operation without reset steps until it returns a value that an asynchronous check accepts.
  public func autoRetry<Value: Sendable>(
    _ actionDescription: String,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    operation: () async throws -> Value,
    until isSuccess: (Value) async throws -> Bool
  ) async throws -> Value {
    try await AsyncDriver.drive(
      .of(
        self,
        StepCall(
          actionDescription: actionDescription,
          failure: .isThrown,
          hasResetSteps: false,
          callSite: CallSite(fileID: fileID, file: file, line: line, column: column)
        ),
        retryAttempts: retryAttempts,
        policy: policy
      ),
      isolation: isolation,
      operation: operation,
      isSuccess: { try await isSuccess($0) },
      resetSteps: {}
    ).successfulValue()
  }
}
