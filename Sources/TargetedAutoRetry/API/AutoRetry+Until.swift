extension TargetedAutoRetry {
  /// Runs a step that is made of closures and retries it if it fails.
  ///
  /// If no attempt succeeds, the step records one failure at the call site and returns.
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
  /// The result of the main action is ignored; to get it, let `until` take it. For a step made of functions, use the
  /// form that begins with `mainAction:`, whose documentation also describes an attempt.
  ///
  /// - Parameters:
  ///   - actionDescription: The name of the step in the log and in the failure.
  ///   - timeout: Time per attempt: how long each attempt keeps checking the condition. Defaults to
  ///     ``RetryPolicy/conditionTimeout`` of the policies.
  ///   - timeLimit: Time for the whole step. Defaults to ``RetryPolicy/timeLimit`` of the policies. If neither the call
  ///     nor its `policy` sets a number of retries, only this time limits them, and the step pauses between attempts
  ///     (``RetryPolicy/delay``). ``RetryPolicy/timeLimit`` says how the step ends at the limit.
  ///   - retryAttempts: The number of retries allowed after the first attempt; defaults to
  ///     ``RetryPolicy/retryAttempts`` of the policies.
  ///   - checksFirst: Whether to check the condition before the main action, which then runs only if it is false. After
  ///     an error or an issue, the action runs without this check. Defaults to ``RetryPolicy/checksFirst`` of the
  ///     policies.
  ///   - failTestOnFailure: Whether the test fails if the step fails; defaults to `true`. Otherwise the failure is only
  ///     logged.
  ///   - policy: The policy of this call. Values left `nil` are inherited, as ``RetryPolicy`` describes.
  ///   - fileID: The `#fileID` to report failures at; defaults to the call site.
  ///   - file: The path of the file to report failures at; defaults to the call site.
  ///   - line: The line number to report failures at; defaults to the call site.
  ///   - column: The column number to report failures at; defaults to the call site.
  ///   - mainAction: The action of the step.
  ///   - successCondition: Whether the action worked. `nil` counts as false.
  ///   - resetSteps: Code that restores the state before the step, so that the main action can run again; none by
  ///     default.
  /// - Returns: Whether the step succeeded.
  /// - Throws: A skip, a cancellation, an error that is not retryable by the policy, or any error of the reset steps.
  ///   Each of them ends the step immediately, without a failure of the step; every other error only fails the attempt.
  @discardableResult
  public func autoRetry<Value, Reset, ResetError: Error>(
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
    reset resetSteps: () throws(ResetError) -> Reset = noResetSteps
  ) rethrows -> Bool {
    let policy = RetryPolicy(policy, within: timeout, for: timeLimit, retries: retryAttempts, checksFirst: checksFirst)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, reset: Reset.self, place)
    return try step.run(mainAction, successCondition, resetSteps)
  }

  /// Runs an asynchronous step that is made of closures, like the synchronous form, on the caller's actor.
  ///
  /// If the task is canceled in a pause or while the condition is checked, the step returns `false`, without a failure.
  @discardableResult
  public func autoRetry<Value, Reset, ResetError: Error>(
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
    reset resetSteps: () async throws(ResetError) -> Reset = noResetSteps
  ) async rethrows -> Bool {
    let policy = RetryPolicy(policy, within: timeout, for: timeLimit, retries: retryAttempts, checksFirst: checksFirst)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, reset: Reset.self, place)
    return try await step.run(isolation, mainAction, successCondition, resetSteps)
  }
}

// A step of assertions needs no condition. A main action that returns a value selects the value form.
extension TargetedAutoRetry {
  /// Runs a step whose assertions decide whether an attempt succeeds.
  ///
  /// An attempt succeeds if it neither throws nor records an issue. A call on an object that is `nil`, such as
  /// `client?.connect()` as the only statement, fails it. If no attempt succeeds, the step records one failure at the call
  /// site and returns.
  ///
  /// ```swift
  /// autoRetry("Load Feed") {
  ///   let feed = try loadFeed()
  ///   XCTAssertFalse(feed.isEmpty)
  /// }
  /// ```
  ///
  /// In a plain `XCTestCase`, a failed assertion fails the test immediately, even if a retry succeeds;
  /// ``RetryableTestCase`` and Swift Testing hold it back. `for:` is the time for the whole step. The other parameters,
  /// the result and the errors are those of the form with `until:`.
  @discardableResult @_disfavoredOverload
  public func autoRetry<Reset, ResetError: Error>(
    _ name: String,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Void,
    reset resetSteps: () throws(ResetError) -> Reset = noResetSteps
  ) rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(failTestOnFailure), policy, hasCondition: false, reset: Reset.self, place)
    return try step.run(mainAction, { true }, resetSteps)
  }

  /// Runs an asynchronous step whose assertions decide whether an attempt succeeds.
  @discardableResult @_disfavoredOverload
  public func autoRetry<Reset, ResetError: Error>(
    _ name: String,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Void,
    reset resetSteps: () async throws(ResetError) -> Reset = noResetSteps
  ) async rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(failTestOnFailure), policy, hasCondition: false, reset: Reset.self, place)
    return try await step.run(isolation, mainAction, { true }, resetSteps)
  }
}

// The assertion form may return nothing or a `Bool`. A closure of one expression that must return nothing, as in
// `queue.async { … }`, would select a value form for a step that returns a `Bool`. Of forms that fit equally well,
// Swift prefers the one with the fewest parameters; the unnamed parameter makes that the form above. The action is
// `Void?` because Swift would drop the value of a closure that must return `Void`, even false or `nil`.
extension TargetedAutoRetry {
  /// Runs a step of assertions, where the code around it expects no result.
  @_disfavoredOverload
  public func autoRetry<Reset, ResetError: Error>(
    _ name: String,
    _: Void = (),
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Void?,
    reset resetSteps: () throws(ResetError) -> Reset = noResetSteps
  ) rethrows {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(failTestOnFailure), policy, hasCondition: false, reset: Reset.self, place)
    _ = try step.runJudged(mainAction, resetSteps)
  }

  /// Runs an asynchronous step of assertions, where the code around it expects no result.
  @_disfavoredOverload
  public func autoRetry<Reset, ResetError: Error>(
    _ name: String,
    _: Void = (),
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Void?,
    reset resetSteps: () async throws(ResetError) -> Reset = noResetSteps
  ) async rethrows {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(failTestOnFailure), policy, hasCondition: false, reset: Reset.self, place)
    _ = try await step.runJudged(isolation, mainAction, resetSteps)
  }

  /// Runs an asynchronous step, where the code around it expects no result, as in `async let step: Void = …`.
  @_disfavoredOverload
  public func autoRetry<Value, Reset, ResetError: Error>(
    _ name: String,
    within timeout: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Value,
    until successCondition: () async throws -> Bool?,
    reset resetSteps: () async throws(ResetError) -> Reset = noResetSteps
  ) async rethrows {
    let policy = RetryPolicy(policy, within: timeout, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(failTestOnFailure), policy, reset: Reset.self, place)
    try await step.run(isolation, mainAction, successCondition, resetSteps)
  }

  /// Runs a step whose main action says whether the attempt succeeded, such as another step.
  @discardableResult @_disfavoredOverload
  public func autoRetry<Reset, ResetError: Error>(
    _ name: String,
    _: Void = (),
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Bool?,
    reset resetSteps: () throws(ResetError) -> Reset = noResetSteps
  ) rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(failTestOnFailure), policy, reset: Reset.self, place)
    return try step.runJudged(mainAction, resetSteps)
  }

  /// Runs an asynchronous step whose main action says whether the attempt succeeded, such as another step.
  @discardableResult @_disfavoredOverload
  public func autoRetry<Reset, ResetError: Error>(
    _ name: String,
    _: Void = (),
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Bool?,
    reset resetSteps: () async throws(ResetError) -> Reset = noResetSteps
  ) async rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(failTestOnFailure), policy, reset: Reset.self, place)
    return try await step.runJudged(isolation, mainAction, resetSteps)
  }

  /// Runs a step whose only statement is `#expect(throws: Never.self) { … }`, which returns `nil`, and no value.
  @discardableResult @_disfavoredOverload
  public func autoRetry<Reset, ResetError: Error>(
    _ name: String,
    _: Void = (),
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Never?,
    reset resetSteps: () throws(ResetError) -> Reset = noResetSteps
  ) rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(failTestOnFailure), policy, hasCondition: false, reset: Reset.self, place)
    return try step.run(mainAction, { true }, resetSteps)
  }

  /// Runs an asynchronous step whose only statement is `await #expect(throws: Never.self) { … }`.
  @discardableResult @_disfavoredOverload
  public func autoRetry<Reset, ResetError: Error>(
    _ name: String,
    _: Void = (),
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Never?,
    reset resetSteps: () async throws(ResetError) -> Reset = noResetSteps
  ) async rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, name, .init(failTestOnFailure), policy, hasCondition: false, reset: Reset.self, place)
    return try await step.run(isolation, mainAction, { true }, resetSteps)
  }
}

extension StepRun {
  /// Runs a step whose main action also judges its attempt: one that returns false or `nil` fails it.
  fileprivate func runJudged<Verdict, Reset>(
    _ mainAction: () throws -> Verdict?,
    _ resetSteps: () throws -> Reset
  ) rethrows -> Bool {
    var verdict: Verdict?
    return try run({ verdict = try mainAction() }, { isSuccess(verdict) }, resetSteps)
  }

  fileprivate func runJudged<Verdict, Reset>(
    _ isolation: isolated (any Actor)?,
    _ mainAction: () async throws -> Verdict?,
    _ resetSteps: () async throws -> Reset
  ) async rethrows -> Bool {
    var verdict: Verdict?
    func judge() async throws {
      _ = isolation
      verdict = try await mainAction()
    }
    return try await run(isolation, judge, { isSuccess(verdict) }, resetSteps)
  }

  private func isSuccess<Verdict>(_ verdict: Verdict?) -> Bool {
    if isFound(verdict) { return true }
    value = isNil(verdict) ? .hiddenByOptional : AttemptValue { "false" }
    return false
  }
}
