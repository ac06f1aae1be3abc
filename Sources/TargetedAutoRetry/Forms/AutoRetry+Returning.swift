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
    try autoRetry(
      mainAction: {
        _ = try mainAction()
      },
      successCondition: successCondition,
      resetSteps: resetSteps,
      actionDescription: actionDescription,
      retryAttempts: retryAttempts,
      failTestOnFailure: failTestOnFailure,
      policy: policy,
      fileID: fileID,
      file: file,
      line: line,
      column: column
    )
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
    try autoRetry(
      mainAction: {
        _ = try mainAction()
      },
      successCondition: successCondition,
      resetSteps: resetSteps,
      actionDescription: actionDescription,
      retryAttempts: retryAttempts,
      failTestOnFailure: failTestOnFailure,
      policy: policy,
      fileID: fileID,
      file: file,
      line: line,
      column: column
    )
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
    try await autoRetry(
      mainAction: {
        _ = isolation
        _ = try await mainAction()
      },
      successCondition: successCondition,
      resetSteps: resetSteps,
      actionDescription: actionDescription,
      retryAttempts: retryAttempts,
      failTestOnFailure: failTestOnFailure,
      policy: policy,
      isolation: isolation,
      fileID: fileID,
      file: file,
      line: line,
      column: column
    )
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
    try await autoRetry(
      mainAction: {
        _ = isolation
        _ = try await mainAction()
      },
      successCondition: successCondition,
      resetSteps: resetSteps,
      actionDescription: actionDescription,
      retryAttempts: retryAttempts,
      failTestOnFailure: failTestOnFailure,
      policy: policy,
      isolation: isolation,
      fileID: fileID,
      file: file,
      line: line,
      column: column
    )
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
    try autoRetry(
      mainAction: { _ = try mainAction() },
      successCondition: successCondition,
      resetSteps: resetSteps,
      actionDescription: actionDescription,
      retryAttempts: retryAttempts,
      failTestOnFailure: failTestOnFailure,
      fileID: fileID,
      file: file,
      line: line,
      column: column
    )
  }
}
