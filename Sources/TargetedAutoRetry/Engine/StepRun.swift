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
  private let object: any TargetedAutoRetry
  private let start: Duration
  private var engine: RetryEngine
  private var failedAttempts: [FailedAttempt] = []
  private var lastIssues: [WithheldIssue] = []
  private var failuresBefore = 0
  private var abortion: Abortion?
  private var isOverBudget = false
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
    issueScope = IssueScope(testCase)
    context = StepContext(of: step.policy, in: testCase.map(ObjectIdentifier.init), at: start)
    engine = RetryEngine(RetryPlan(step, deadline: context.deadline))
  }

  var timekeeper: Timekeeper { environment.timekeeper }

  var now: Duration { timekeeper.now() }

  /// The context for the code of an attempt.
  func context(of attempt: Attempt, issues: AttemptIssues? = nil) -> StepContext {
    context.attempt(attempt, issues: issues)
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
    failuresBefore = issueScope.failuresOfPlainTestCase
    return failedAttempts.isEmpty ? start : now
  }

  mutating func attemptEnded<Value, Failure>(
    _ attempt: Attempt,
    _ end: AttemptEnd<Value, Failure>,
    issues: [WithheldIssue],
    since attemptStart: Duration,
    isCancelled: Bool = false
  ) -> RetryEngine.Action {
    lastIssues = issues
    let now = now
    lastAttempt = now - attemptStart
    waiting += end.conditionTime(at: now)
    attemptEnd = now
    if issueScope.isFirstFailureOfPlainTestCase(since: failuresBefore) { tell(.assertionNotWithheld) }
    let result = result(of: end)
    let rehearsal = result == .succeeded && isRehearsed(attempt) ? [Steering.rehearsal] : []
    let reasons = lastIssues.map(\.text) + rehearsal
    if result == .stopped || (result == .succeeded && reasons.isEmpty) {
      return engine.attemptEnded(result, at: now)
    }
    let failed = FailedAttempt(attempt, of: step, end, issues: reasons, start: attemptStart, end: now)
    failedAttempts.append(failed)
    abortion = abortion(after: failed, isCancelled: isCancelled)
    isOverBudget = attempt.retriesRemaining > 0 && abortion == nil && environment.steering.budget?.take() == false
    let next = engine.attemptEnded(
      abortion != nil ? .aborted : reasons.isEmpty ? result : .failed,
      isRetryLeft: !isOverBudget,
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

  mutating func conditionRechecked<Value, Failure>(
    _ end: AttemptEnd<Value, Failure>?,
    issues: [WithheldIssue]
  ) -> RetryEngine.Action {
    let result = end.map(result) ?? .conditionNotMet
    return engine.conditionRechecked(result == .succeeded && !issues.isEmpty ? .failed : result, at: now)
  }

  mutating func resetStepsEnded(threw: Bool) -> RetryEngine.Action {
    resets += 1
    abortion = abortionByInnerStep()
    return engine.resetStepsEnded(threw ? .stopped : abortion == nil ? .succeeded : .aborted, at: now)
  }

  /// The step is over: tells the sinks, and fails the test or throws where that is due.
  ///
  /// - Parameter error: What the last closure threw, if it did.
  func finish<Failure>(_ end: StepEnd, error: Failure?) throws(Failure) -> StepReport {
    if context.depth == 0 { context.nest.end() }
    if !end.outcome.isSuccess { lastIssues.forEach { $0.replay() } }
    let report = StepReport(
      step: step,
      end: end,
      failedAttempts: failedAttempts,
      start: start,
      elapsed: (end.outcome == .passed ? attemptEnd : now) - start,
      waiting: waiting,
      lastAttempt: lastAttempt,
      resets: resets,
      abortion: abortion,
      budget: isOverBudget ? environment.steering.budget?.size : nil,
      failsOnRecovery: environment.steering.failsOnRecovery
    )
    if end.propagatesError, let error {
      tell(.stopped(report, by: error))
      throw error
    }
    if end != .refusal { tell(.finished(report)) }
    if report.leavesNotice {
      environment.reportRecovery(RecoveryNotice(report: report, event: event(.finished(report)), testCase: testCase))
    }
    if report.failsTest {
      environment.recordFailure(
        TestFailure(message: report.failureMessage, callSite: step.callSite, test: .current(testCase))
      )
    }
    return report
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

  private func abortion(after failed: FailedAttempt, isCancelled: Bool) -> Abortion? {
    if let abortion = abortionByInnerStep() { return abortion }
    if isCancelled { return .byCancellation }
    guard case .abort(let reason) = object.recoveryAction(after: failed) else { return nil }
    context.nest.abort(Nest.Abortion(reason: reason, isReported: reportsFailures))
    return .byHook(reason)
  }

  private func abortionByInnerStep() -> Abortion? {
    guard let abortion = context.nest.abortion else { return nil }
    if reportsFailures { context.nest.abort(Nest.Abortion(reason: abortion.reason, isReported: true)) }
    return .byInnerStep(abortion)
  }

  /// The value form leaves it to its caller to report.
  private var reportsFailures: Bool { step.failure != .isThrown }
}
