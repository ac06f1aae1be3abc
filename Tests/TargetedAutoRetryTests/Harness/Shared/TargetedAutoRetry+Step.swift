import TargetedAutoRetry

extension TargetedAutoRetry {
  /// The labeled form in few words; a step without a condition succeeds at once.
  @discardableResult
  func step(
    _ name: String? = nil,
    retries: Int? = nil,
    failsTest: Bool = true,
    policy: RetryPolicy? = nil,
    until isMet: (() throws -> Bool?)? = nil,
    reset: (() throws -> Void)? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ action: () throws -> Void
  ) rethrows -> Int {
    try autoRetry(
      mainAction: action,
      successCondition: { try isMet == nil ? true : isMet?() },
      resetSteps: reset,
      actionDescription: name,
      retryAttempts: retries,
      failTestOnFailure: failsTest,
      policy: policy,
      file: file,
      line: line
    )
  }

  /// A step that does nothing.
  // So that a closure at the end is always an action.
  @_disfavoredOverload
  @discardableResult
  func step(
    _ name: String? = nil,
    retries: Int? = nil,
    failsTest: Bool = true,
    policy: RetryPolicy? = nil,
    until isMet: (() throws -> Bool?)? = nil,
    reset: (() throws -> Void)? = nil,
    file: StaticString = #filePath,
    line: UInt = #line
  ) rethrows -> Int {
    try step(
      name,
      retries: retries,
      failsTest: failsTest,
      policy: policy,
      until: isMet,
      reset: reset,
      file: file,
      line: line
    ) {}
  }

  /// The asynchronous twin.
  @discardableResult
  func stepLater(
    _ name: String? = nil,
    retries: Int? = nil,
    failsTest: Bool = true,
    policy: RetryPolicy? = nil,
    until isMet: (() async throws -> Bool?)? = nil,
    reset: (() async throws -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ action: () async throws -> Void
  ) async rethrows -> Int {
    try await autoRetry(
      mainAction: action,
      successCondition: {
        _ = isolation
        return try await isMet == nil ? true : isMet?()
      },
      resetSteps: reset,
      actionDescription: name,
      retryAttempts: retries,
      failTestOnFailure: failsTest,
      policy: policy,
      file: file,
      line: line
    )
  }
}
