public import Testing

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
  ///     nor its `policy` sets a number of retries, only this time limits them: the step pauses between attempts
  ///     (``RetryPolicy/delay``) and makes its last attempt at the limit.
  ///   - retryAttempts: The number of retries allowed after the first attempt; defaults to
  ///     ``RetryPolicy/retryAttempts`` of the policies.
  ///   - checksFirst: Whether to check the condition before the main action, which then runs only if it is false.
  ///     Defaults to ``RetryPolicy/checksFirst`` of the policies.
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
  ///   Each of them ends the step immediately; every other error only fails the attempt.
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
    let resets = Reset.self != NoResetSteps.self
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, hasResetSteps: resets, place)
    return try step.run(mainAction, successCondition, { _ = try resetSteps() })
  }

  /// Runs an asynchronous step that is made of closures, like the synchronous form, on the caller's actor.
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
    let resets = Reset.self != NoResetSteps.self
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, hasResetSteps: resets, place)
    func reset() async throws {
      _ = isolation
      _ = try await resetSteps()
    }
    return try await step.run(isolation, mainAction, successCondition, reset)
  }
}

@usableFromInline
struct NoResetSteps {}

/// The default reset steps; the type of their result tells a step that it has none.
// The type of their error is a parameter of each form, because a call of a form that rethrows would have to be marked
// with `try` if its default closure might throw.
@usableFromInline
func noResetSteps() -> NoResetSteps { NoResetSteps() }

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
  public func autoRetry(
    _ actionDescription: String,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Void,
    reset resetSteps: () throws -> Void
  ) rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let failure = Step.Failure(failTestOnFailure)
    let step = StepRun(self, actionDescription, failure, policy, hasResetSteps: true, hasCondition: false, place)
    return try step.run(mainAction, { true }, resetSteps)
  }

  /// Runs a step of assertions, without reset steps.
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _ actionDescription: String,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () throws -> Void
  ) rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, hasCondition: false, place)
    return try step.run(mainAction, { true }, {})
  }

  /// Runs an asynchronous step whose assertions decide whether an attempt succeeds.
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _ actionDescription: String,
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
    reset resetSteps: () async throws -> Void
  ) async rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let failure = Step.Failure(failTestOnFailure)
    let step = StepRun(self, actionDescription, failure, policy, hasResetSteps: true, hasCondition: false, place)
    return try await step.run(isolation, mainAction, { true }, resetSteps)
  }

  /// Runs an asynchronous step of assertions, without reset steps.
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _ actionDescription: String,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction: () async throws -> Void
  ) async rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, hasCondition: false, place)
    return try await step.run(isolation, mainAction, { true }, {})
  }
}

// Two results of the assertion form. A closure of one expression that must return nothing, as in
// `queue.async { autoRetry("Save") { … } }`, would select a value form for an inner step that returns a `Bool`, and so would
// the closure of a step around it. The generic column makes Swift prefer the form above wherever that fits. The action is
// `Void?` because Swift would drop the value of a closure that must return `Void`, even false or `nil`.
extension TargetedAutoRetry {
  /// Runs a step of assertions, where the code around it expects no result.
  @_disfavoredOverload
  public func autoRetry(
    _ actionDescription: String,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: some BinaryInteger = #column as UInt,
    mainAction: () throws -> Void?
  ) rethrows {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, UInt(clamping: column))
    let step = StepRun(self, actionDescription, .failsTest, policy, hasCondition: false, place)
    _ = try step.runJudged(mainAction)
  }

  /// Runs an asynchronous step of assertions, where the code around it expects no result.
  @_disfavoredOverload
  public func autoRetry(
    _ actionDescription: String,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: some BinaryInteger = #column as UInt,
    mainAction: () async throws -> Void?
  ) async rethrows {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, UInt(clamping: column))
    let step = StepRun(self, actionDescription, .failsTest, policy, hasCondition: false, place)
    _ = try await step.runJudged(isolation, mainAction)
  }

  /// Runs a step whose main action says whether the attempt succeeded, such as another step.
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _ actionDescription: String,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: some BinaryInteger = #column as UInt,
    mainAction: () throws -> Bool?
  ) rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, UInt(clamping: column))
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, place)
    return try step.runJudged(mainAction)
  }

  /// Runs an asynchronous step whose main action says whether the attempt succeeded, such as another step.
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _ actionDescription: String,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: some BinaryInteger = #column as UInt,
    mainAction: () async throws -> Bool?
  ) async rethrows -> Bool {
    let policy = RetryPolicy(checkedOnce: policy, for: timeLimit, retries: retryAttempts)
    let place = CallSite(fileID, file, line, UInt(clamping: column))
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, place)
    return try await step.runJudged(isolation, mainAction)
  }
}

extension StepRun {
  /// Runs a step whose main action also judges its attempt: one that returns false or `nil` fails it.
  fileprivate func runJudged<Verdict>(_ mainAction: () throws -> Verdict?) rethrows -> Bool {
    if !step.hasCondition { value = AttemptValue { "nil" } }
    var verdict: Verdict?
    return try run({ verdict = try mainAction() }, { isFound(verdict) }, {})
  }

  fileprivate func runJudged<Verdict>(
    _ isolation: isolated (any Actor)?,
    _ mainAction: () async throws -> Verdict?
  ) async rethrows -> Bool {
    if !step.hasCondition { value = AttemptValue { "nil" } }
    var verdict: Verdict?
    func act() async throws {
      _ = isolation
      verdict = try await mainAction()
    }
    return try await run(isolation, act, { isFound(verdict) }, {})
  }
}

extension TargetedAutoRetry {
  // For a guessed label, or a value expected of a step whose condition takes none, the compiler says what to write.

  @available(
    *,
    unavailable,
    message: """
      retries are `retryAttempts:`, the time of the condition is `within:`, that of the step `for:`, all else belongs in \
      `policy: RetryPolicy(…)`; a `sourceLocation` belongs in withCallPlace(sourceLocation) { … }; to get the value, let \
      `until` take it: try autoRetry(…) { … } until: { $0… }
      """
  )
  public func autoRetry<Value>(
    _ actionDescription: String,
    times: Int? = nil,
    attempts: Int? = nil,
    maxAttempts: Int? = nil,
    retries: Int? = nil,
    timeout: Duration? = nil,
    because: Flakiness? = nil,
    delay: RetryDelay? = nil,
    conditionTimeout: Duration? = nil,
    pollingInterval: Duration? = nil,
    stableFor: Duration? = nil,
    attemptTimeLimit: Duration? = nil,
    timeLimit stepTime: Duration? = nil,
    within conditionTime: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    checksFirst: Bool? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    sourceLocation: SourceLocation? = nil,
    mainAction: () async throws -> Value,
    until successCondition: () async throws -> Bool? = { nil },
    reset resetSteps: () async throws -> Void = {}
  ) -> Value { fatalError("unavailable") }
}
