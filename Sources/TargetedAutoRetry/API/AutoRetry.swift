extension TargetedAutoRetry {
  /// Runs a step, and runs it again when it fails.
  ///
  /// An attempt runs the main action and then the success condition. It fails when the condition is false or nil, or
  /// when one of the two throws. Before each retry the reset steps run; they never run before the first attempt nor
  /// after the last.
  ///
  /// A step that uses up its attempts records one failure at the line of the call, and returns.
  ///
  /// ```swift
  /// autoRetry(
  ///   mainAction: signIn,
  ///   successCondition: isSignedIn,
  ///   resetSteps: launch,
  ///   actionDescription: "Sign In"
  /// )
  /// ```
  ///
  /// In a plain `XCTestCase` a failed assertion inside an attempt fails the test, and so does an inner step that uses
  /// up its attempts: give inner steps `failTestOnFailure: false`. In a ``RetryableTestCase`` and in Swift Testing both
  /// fail only the attempt.
  ///
  /// - Parameters:
  ///   - mainAction: The action of the step. A value that it returns, such as the next page, is ignored.
  ///   - successCondition: True if the action worked; nil counts as false.
  ///   - resetSteps: Restores the state before the step, so that the main action can run again.
  ///   - actionDescription: The name of the step in the log and in the failure; `Action` by default. An empty one is the
  ///     place of the call, and a long one is cut in texts.
  ///   - retryAttempts: The number of retries that may follow the first attempt, 0 or more; by default that of the
  ///     policy, whose default is 3. A negative number is a failure at the line of the call, and nothing is run.
  ///   - failTestOnFailure: True if a step that uses up its attempts fails the test; otherwise it is only logged.
  ///   - policy: The policy of this call; what it leaves open comes from the policies further out (``RetryPolicy``).
  ///   - fileID: The source file that failures are reported at; with `line` and `column` the place of the call. Forward
  ///     these from your own helpers, so that failures point at the caller of the helper.
  ///   - file: The path of the same file.
  ///   - line: The line.
  ///   - column: The column.
  /// - Returns: The number of retries used: 0 if the first attempt succeeded, n if retry n did, and one more than the
  ///   call and its policy allow if none did, including when an argument is invalid and nothing ran. Variables that
  ///   steer the run do not change that limit.
  /// - Throws: At once, without another attempt: a skip, a cancellation, an error that is not retryable by the policy,
  ///   and any error of the reset steps. Every other error only fails the attempt.
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
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, hasResetSteps: true, place)
    try step.run(mainAction, successCondition, resetSteps)
    return step.report.retriesUsed
  }

  /// Runs a step without reset steps, or with those that a helper takes as an optional argument.
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
    let resets = resetSteps != nil
    let policy = RetryPolicy(policy, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, hasResetSteps: resets, place)
    try step.run(mainAction, successCondition, { try resetSteps?() })
    return step.report.retriesUsed
  }

  /// Runs an asynchronous step, and runs it again when it fails.
  ///
  /// The closures run on the actor of the caller, which `isolation` captures: leave the argument out. A cancelled task
  /// stops waiting at once. On Apple platforms the activities of asynchronous steps do not nest in the log.
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
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, hasResetSteps: true, place)
    try await step.run(isolation, mainAction, successCondition, resetSteps)
    return step.report.retriesUsed
  }

  /// Runs an asynchronous step without reset steps, or with those that a helper takes as an optional argument.
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
    let resets = resetSteps != nil
    let policy = RetryPolicy(policy, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, hasResetSteps: resets, place)
    try await step.run(isolation, mainAction, successCondition, { try await resetSteps?() })
    return step.report.retriesUsed
  }
}
