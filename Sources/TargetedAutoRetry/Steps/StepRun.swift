internal import XCTest

/// One step while it runs: all that the two drivers have in common.
///
/// It asks the engine what comes next, tells the sinks what happens, and records the failure at the end.
struct StepRun {
  let issueScope: IssueScope
  let environment: RetryEnvironment
  let step: Step
  let testCase: XCTestCase?
  let context: StepContext
  let object: any TargetedAutoRetry
  let start: Duration
  private var engine: RetryEngine
  private(set) var failedAttempts: [FailedAttempt] = []
  private(set) var lastIssues: [WithheldIssue] = []
  /// Attempts with issues that the step has not answered for.
  private var unsettled: [AttemptIssues] = []
  private var failuresBefore = 0
  var abortion: Abortion?
  private var budget: RetryShare
  private var waiting = Duration.zero
  /// The instant at which the last attempt was over.
  private var attemptEnd = Duration.zero
  private var lastAttempt = Duration.zero
  private var resets = 0

  init(
    _ step: Step,
    of object: some TargetedAutoRetry,
    environment: RetryEnvironment
  ) {
    self.step = step
    self.environment = environment
    self.object = object
    testCase = object as? XCTestCase
    start = environment.timekeeper.now()
    context = StepContext(
      of: step.policy,
      in: testCase.map(ObjectIdentifier.init),
      isInSwiftTesting: RunningTest.isInSwiftTesting,
      at: start
    )
    issueScope = IssueScope(testCase, in: context)
    engine = RetryEngine(RetryPlan(step, deadline: context.deadline))
    budget = RetryShare(of: environment.steering.budget)
  }

  var timekeeper: Timekeeper { environment.timekeeper }

  var now: Duration { timekeeper.now() }

  /// The context for the code of an attempt, or for the reset steps after it.
  func surroundings(of attempt: Attempt, issues: AttemptIssues? = nil) -> Surroundings {
    .with(step: context.attempt(attempt, issues: issues))
  }

  func begin() -> RetryEngine.Action {
    let action = engine.start(at: start)
    if context.depth > 0, action.isRetry, context.nest.warns(of: context.attempts) {
      tell(.nestIsLarge(attempts: context.attempts))
    }
    return action
  }

  /// - Parameter start: When the condition of this attempt was evaluated first.
  func conditionEvaluated(
    _ isMet: Bool,
    since start: Duration,
    isCancelled: Bool = false
  ) -> RetryEngine.ConditionAction {
    isCancelled ? .endAttempt : engine.conditionEvaluated(isMet, since: start, at: now)
  }

  /// - Returns: The instant at which the attempt begins.
  mutating func attemptBegins() -> Duration {
    budget.use()
    failuresBefore = issueScope.failuresOfPlainTestCase
    return failedAttempts.isEmpty ? start : now
  }

  mutating func attemptEnded<Value, Failure>(
    _ attempt: Attempt,
    _ end: AttemptEnd<Value, Failure>,
    issues: AttemptIssues?,
    since attemptStart: Duration,
    isCancelled: Bool = false
  ) -> RetryEngine.Action {
    settle()
    lastIssues = close(issues)
    let now = now
    lastAttempt = now - attemptStart
    waiting += end.conditionTime(at: now)
    attemptEnd = now
    if issueScope.isFirstFailureOfPlainTestCase(since: failuresBefore) { tell(.assertionNotWithheld) }
    let notes = takeNotes()
    let result = result(of: end)
    let rehearsal = result == .succeeded && isRehearsed(attempt) ? [Steering.rehearsal] : []
    let reasons = lastIssues.map(\.text) + rehearsal + abortedAlthough(result)
    if result == .stopped || (result == .succeeded && reasons.isEmpty) {
      return engine.attemptEnded(result, at: now)
    }
    let failed = FailedAttempt(
      attempt,
      of: step,
      end,
      issues: reasons,
      innermostFailure: notes.failure,
      start: attemptStart,
      end: now
    )
    failedAttempts.append(failed)
    if abortion == nil { abortion = isCancelled ? .byCancellation : abortionByHook(after: failed) }
    let isRetryLeft = attempt.retriesRemaining == 0 || abortion != nil || budget.reserve()
    let next = engine.attemptEnded(
      abortion != nil ? .aborted : reasons.isEmpty ? result : .failed,
      isRetryLeft: isRetryLeft,
      at: now
    )
    tell(.attemptFailed(failed, retrying: next.isRetry))
    for issue in lastIssues where next.isRetry { tell(.issueWithheld(issue.text, attempt)) }
    return next
  }

  mutating func waited(isCancelled: Bool = false) -> RetryEngine.Action {
    let now = now
    waiting += now - attemptEnd
    if isCancelled { abortion = .byCancellation }
    return engine.waited(isCut: isCancelled, at: now)
  }

  /// The late check is part of the attempt that it ends: its issues, its error and its abortion are those of the attempt.
  mutating func conditionRechecked<Value, Failure>(
    _ end: AttemptEnd<Value, Failure>?,
    issues: AttemptIssues?
  ) -> RetryEngine.Action {
    let issues = close(issues)
    lastIssues += issues
    let notes = takeNotes()
    let result = end.map(result) ?? .conditionNotMet
    let reasons = issues.map(\.text) + abortedAlthough(result)
    let next = engine.conditionRechecked(
      result == .stopped ? .stopped : abortion != nil ? .aborted : reasons.isEmpty ? result : .failed,
      at: now
    )
    guard let end, result != .stopped, !reasons.isEmpty || end.error != nil else { return next }
    guard let failed = failedAttempts.popLast() else { return next }
    let late = failed.ended(by: end, issues: reasons, innermostFailure: notes.failure)
    failedAttempts.append(late)
    tell(.lateCheckFailed(late))
    for issue in issues where next.isRetry { tell(.issueWithheld(issue.text, failed.attempt)) }
    return next
  }

  mutating func resetStepsEnded(threw: Bool) -> RetryEngine.Action {
    resets += 1
    _ = takeNotes()
    return engine.resetStepsEnded(threw ? .stopped : abortion == nil ? .succeeded : .aborted, at: now)
  }

  /// All that can be said of the step when it is over.
  func report(_ end: StepEnd) -> StepReport {
    StepReport(
      step: step,
      end: end,
      failedAttempts: failedAttempts,
      start: start,
      elapsed: (end.outcome == .passed ? attemptEnd : now) - start,
      waiting: waiting,
      lastAttempt: lastAttempt,
      resets: resets,
      abortion: abortion,
      budget: budget.isDenied ? environment.steering.budget?.size : nil,
      failsOnRecovery: environment.steering.failsOnRecovery
    )
  }

  /// The step has answered for all that it has withheld.
  mutating func settle() {
    unsettled.forEach(issueScope.settle)
    unsettled = []
  }

  /// No other attempt follows: what was set aside for one is free for other steps.
  mutating func release() {
    budget.giveBack()
  }

  private mutating func close(_ issues: AttemptIssues?) -> [WithheldIssue] {
    guard let issues else { return [] }
    let withheld = issues.close()
    if withheld.isEmpty { issueScope.settle(issues) } else { unsettled.append(issues) }
    return withheld
  }

  private func result<Value, Failure>(of end: AttemptEnd<Value, Failure>) -> RetryEngine.AttemptResult {
    switch end {
    case .succeeded: .succeeded
    case .conditionNotMet: .conditionNotMet
    case .threw(let error): StopError.matches(error) || !step.policy.isRetryable(error) ? .stopped : .failed
    }
  }

  private func isRehearsed(_ attempt: Attempt) -> Bool {
    attempt.number == 1 && attempt.retriesRemaining > 0 && environment.steering.rehearses?(step.name) == true
  }
}
