extension TargetedAutoRetry {
  /// Runs a step that is made of closures, and runs it again when it fails.
  ///
  /// Attempts and reset steps are those of every form. A step that uses up its attempts or its time records one failure
  /// at the line of the call, and returns.
  ///
  /// ```swift
  /// autoRetry("Enter URL", within: .seconds(1)) {
  ///   app.url.tap()
  ///   app.url.typeText(url)
  /// } until: {
  ///   app.url.value as? String == url
  /// } reset: {
  ///   app.launch()
  /// }
  /// ```
  ///
  /// A value of the main action is ignored; to get it, let `until` take it. A step made of functions reads better as
  /// ``autoRetry(mainAction:successCondition:resetSteps:actionDescription:retryAttempts:failTestOnFailure:policy:fileID:file:line:column:)-(_,_,()->Void,_,_,_,_,_,_,_,_)``,
  /// whose page also says what an attempt is, and where a failed assertion fails only the attempt.
  ///
  /// - Parameters:
  ///   - actionDescription: The name of the step in the log and in the failure.
  ///   - timeout: The time that the condition has to become true in each attempt, 0 s or more; by default that
  ///     of the policies, whose default is 0 s, a single look.
  ///   - timeLimit: The time that the whole step may take, 0 s or more; by default that of the policies, whose default
  ///     is no limit. If neither the call nor its `policy` has a number of retries, this time alone bounds the step,
  ///     with pauses between the attempts (``RetryPolicy/delay``), and a last attempt at its end.
  ///   - retryAttempts: The number of retries that may follow the first attempt, 0 or more; by default that of the
  ///     policies, whose default is 3. A negative number is a failure at the line of the call, and nothing is run.
  ///   - checksFirst: True if the condition is checked before the main action, which runs only if it is false; by default
  ///     that of the policies, whose default is false.
  ///   - failTestOnFailure: True if a step that does not succeed fails the test; otherwise it is only logged.
  ///   - policy: The policy of this call; what it leaves open comes from the policies further out (``RetryPolicy``).
  ///   - fileID: The source file that failures are reported at; with `line` and `column` the place of the call.
  ///   - file: The path of the same file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - mainAction: The action of the step.
  ///   - successCondition: True if the action worked; nil counts as false.
  ///   - resetSteps: Restores the state before the step, so that the main action can run again.
  /// - Returns: Whether the step succeeded.
  /// - Throws: At once, without another attempt: a skip, a cancellation, an error that is not retryable by the policy,
  ///   and any error of the reset steps. Every other error only fails the attempt.
  @discardableResult
  public func autoRetry<Value>(
    _ actionDescription: String,
    within timeout: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    checksFirst: Bool? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Value,
    until successCondition: () throws -> Bool?,
    reset resetSteps: () throws -> Void
  ) rethrows -> Bool {
    let policy = RetryPolicy(policy, within: timeout, for: timeLimit, retries: retryAttempts, checksFirst: checksFirst)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, hasResetSteps: true, place)
    try step.run(mainAction, successCondition, resetSteps)
    return step.report.outcome.isSuccess
  }

  /// Runs a step that is made of closures, without reset steps.
  @discardableResult
  public func autoRetry<Value>(
    _ actionDescription: String,
    within timeout: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    checksFirst: Bool? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Value,
    until successCondition: () throws -> Bool?
  ) rethrows -> Bool {
    let policy = RetryPolicy(policy, within: timeout, for: timeLimit, retries: retryAttempts, checksFirst: checksFirst)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, hasResetSteps: false, place)
    try step.run(mainAction, successCondition, {})
    return step.report.outcome.isSuccess
  }

  /// Runs an asynchronous step that is made of closures, on the actor of the caller, and runs it again when it fails.
  @discardableResult
  public func autoRetry<Value>(
    _ actionDescription: String,
    within timeout: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    checksFirst: Bool? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Value,
    until successCondition: () async throws -> Bool?,
    reset resetSteps: () async throws -> Void
  ) async rethrows -> Bool {
    let policy = RetryPolicy(policy, within: timeout, for: timeLimit, retries: retryAttempts, checksFirst: checksFirst)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, hasResetSteps: true, place)
    try await step.run(isolation, mainAction, successCondition, resetSteps)
    return step.report.outcome.isSuccess
  }

  /// Runs an asynchronous step that is made of closures, without reset steps.
  @discardableResult
  public func autoRetry<Value>(
    _ actionDescription: String,
    within timeout: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    checksFirst: Bool? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Value,
    until successCondition: () async throws -> Bool?
  ) async rethrows -> Bool {
    let policy = RetryPolicy(policy, within: timeout, for: timeLimit, retries: retryAttempts, checksFirst: checksFirst)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, hasResetSteps: false, place)
    try await step.run(isolation, mainAction, successCondition, {})
    return step.report.outcome.isSuccess
  }
}

extension TargetedAutoRetry {
  // Where a value is expected of a step whose condition takes none, or a label is guessed, the compiler tells what to
  // write.

  @available(
    *,
    unavailable,
    message: """
      retries are `retryAttempts:`, the time of the condition is `within:`, that of the step `for:`, all else belongs in \
      `policy: RetryPolicy(…)`; to get the value, let `until` take it: try autoRetry(…) { … } until: { $0… }
      """
  )
  public func autoRetry<Value>(
    _ actionDescription: String,
    times: Int? = nil,
    attempts: Int? = nil,
    retries: Int? = nil,
    timeout: Duration? = nil,
    because: Flakiness? = nil,
    delay: RetryDelay? = nil,
    conditionTimeout: Duration? = nil,
    within conditionTime: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    checksFirst: Bool? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value,
    until successCondition: () async throws -> Bool?,
    reset resetSteps: () async throws -> Void = {}
  ) -> Value { fatalError("unavailable") }
}
