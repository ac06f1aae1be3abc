internal import XCTest

/// One step while it runs: all that the two drivers have in common.
///
/// It asks the engine what comes next, tells the sinks what happens, and keeps what there will be to report.
struct StepRun {
  let step: Step
  let testCase: XCTestCase?
  /// The test, where somebody listens.
  let test: FoundTest?
  let context: StepContext
  let environment: RetryEnvironment
  private let object: any TargetedAutoRetry
  private let around: Surroundings
  private(set) var engine: RetryEngine
  private var history: StepHistory
  var issues: StepIssues
  private var abortion: StepAbortion
  private var budget: RetryShare
  private var failuresBefore = 0

  /// - Parameter next: What the engine has said the step begins with.
  init(_ start: StepStart, beginningWith next: RetryEngine.Action) {
    step = Step(
      actionDescription: start.call.actionDescription,
      policy: start.policy,
      retryAttempts: start.retryAttempts,
      failure: start.call.failure,
      hasResetSteps: start.call.hasResetSteps,
      callSite: start.call.callSite
    )
    testCase = start.testCase
    context = start.context
    environment = start.environment
    let isHeard = !environment.sinks.isEmpty
    test = isHeard ? .of(context.nest.root, isOutermost: context.depth == 0, testCase) : nil
    object = start.object
    around = start.surroundings
    engine = start.engine
    history = StepHistory(start: start.instant)
    issues = StepIssues(start.issueScope)
    abortion = StepAbortion(step, start.context)
    budget = RetryShare(of: start.environment.steering.budget)
    if context.depth > 0, next.isRetry, context.nest.warns(of: context.attempts) {
      tell(.nestIsLarge(attempts: context.attempts))
    }
  }

  var now: Duration { timekeeper.now() }

  /// The context for the code of an attempt, or for the reset steps after it.
  func surroundings(of attempt: Attempt, issues: AttemptIssues? = nil) -> Surroundings {
    var surroundings = around
    surroundings.step = context.attempt(attempt, issues: issues)
    return surroundings
  }

  /// The place for the issues of an attempt; nil where nobody withholds any.
  func newIssues(of attempt: Attempt, isSynchronous: Bool) -> AttemptIssues? {
    issues.scope.issues(of: attempt, in: around, isSynchronous: isSynchronous)
  }

  /// - Returns: The instant at which the attempt begins.
  mutating func attemptBegins() -> Duration {
    budget.use()
    failuresBefore = issues.scope.failuresOfPlainTestCase
    return history.failedAttempts.isEmpty ? history.start : now
  }

  mutating func attemptEnded<Value, Failure>(
    _ attempt: Attempt,
    _ end: AttemptEnd<Value, Failure>,
    issues attemptIssues: AttemptIssues?,
    since attemptStart: Duration,
    isCancelled: Bool = false
  ) -> RetryEngine.Action {
    let withheld = issues.attemptEnded(attemptIssues)
    let now = now
    history.attemptEnded(since: attemptStart, conditionTime: end.conditionTime(at: now), at: now)
    if issues.scope.isFirstFailureOfPlainTestCase(since: failuresBefore) { tell(.assertionNotWithheld) }
    let notes = abortion.takeNotes()
    let result = end.result(under: step.policy)
    var reasons = withheld.map(\.text)
    if engine.onlyRehearses(result) { reasons.append(Steering.rehearsal) }
    reasons += abortion.reasons(although: result)
    if result == .stopped || (result == .succeeded && reasons.isEmpty) {
      return engine.attemptEnded(result, at: now)
    }
    let failed = FailedAttempt(
      attempt,
      of: step,
      end,
      issues: reasons,
      innermostFailure: notes.failure,
      limit: limit(of: end, at: now),
      attachments: AttemptAttachments(of: attempt, keeper: StepAttachments(step, context, environment, testCase, test)),
      start: attemptStart,
      end: now
    )
    history.failed(failed)
    askWhetherToGoOn(after: failed, isCancelled: isCancelled)
    let isRetryLeft = attempt.retriesRemaining == 0 || abortion.reason != nil || budget.reserve()
    let next = engine.attemptEnded(
      abortion.result(result, failedBecauseOf: reasons),
      isRetryLeft: isRetryLeft,
      at: now
    )
    tell(.attemptFailed(failed, retrying: next.isRetry))
    for issue in withheld where next.isRetry { tell(.issueWithheld(issue.text, attempt)) }
    return next
  }

  /// The limit that ended the attempt, and who had set it.
  private func limit<Value, Failure>(of end: AttemptEnd<Value, Failure>, at now: Duration) -> String? {
    let origins = step.policy.origins
    if end.isTimedOut { return "attemptTimeLimit of \(origins.attemptTimeLimit.rawValue)" }
    return switch end.looks.flatMap({ engine.limitOfWait($0, at: now) }) {
    case .conditionTimeout: "conditionTimeout of \(origins.conditionTimeout.rawValue)"
    case .timeLimit: context.deadline?.text(for: context.id)
    case nil: nil
    }
  }

  private mutating func askWhetherToGoOn(after failed: FailedAttempt, isCancelled: Bool) {
    defer { failed.attachments.close() }
    if abortion.reason != nil { return }
    if isCancelled { return abortion.byCancellation() }
    if case .abort(let reason) = object.recoveryAction(after: failed) { abortion.byHook(reason) }
  }

  mutating func waited(isCancelled: Bool = false) -> RetryEngine.Action {
    let now = now
    history.waited(until: now)
    if isCancelled { abortion.byCancellation() }
    return engine.waited(isCut: isCancelled, at: now)
  }

  /// The late check is part of the attempt that it ends: its issues, its error and its abortion are those of the attempt.
  mutating func conditionRechecked<Value, Failure>(
    _ end: AttemptEnd<Value, Failure>?,
    issues attemptIssues: AttemptIssues?
  ) -> RetryEngine.Action {
    let withheld = issues.lateCheckEnded(attemptIssues)
    let notes = abortion.takeNotes()
    let result = end?.result(under: step.policy) ?? .conditionNotMet
    let reasons = withheld.map(\.text) + abortion.reasons(although: result)
    let next = engine.conditionRechecked(abortion.result(result, failedBecauseOf: reasons), at: now)
    guard let end, result != .stopped, !reasons.isEmpty || end.error != nil || end.isTimedOut else { return next }
    guard let failed = history.failedAttempts.last else { return next }
    let late = failed.ended(by: end, issues: reasons, innermostFailure: notes.failure)
    history.replaceLast(by: late)
    tell(.lateCheckFailed(late))
    for issue in withheld where next.isRetry { tell(.issueWithheld(issue.text, failed.attempt)) }
    return next
  }

  mutating func resetStepsEnded(threw: Bool) -> RetryEngine.Action {
    history.wasReset()
    _ = abortion.takeNotes()
    return engine.resetStepsEnded(threw ? .stopped : abortion.result(.succeeded, failedBecauseOf: []), at: now)
  }

  /// No other attempt follows.
  ///
  /// - Returns: All that can be said of the step.
  mutating func end(_ end: StepEnd) -> StepReport {
    budget.giveBack()
    let denied = budget.isDenied ? environment.steering.budget?.size : nil
    let timeLimit = end.outcome == .timedOut ? context.deadline?.text(for: context.id) ?? "" : ""
    return history.report(step, end, abortion: abortion.reason, timeLimit: timeLimit, budget: denied, at: now)
  }
}
