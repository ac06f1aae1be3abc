internal import XCTest

/// One step while it runs: all that the two drivers have in common.
///
/// It asks the engine what comes next, tells the sinks what happens, and keeps what there will be to report.
final class StepRun {
  let start: StepStart
  let step: Step
  private(set) var engine: RetryEngine
  /// What the engine has said to do next.
  private(set) var next: RetryEngine.Action
  private var history: StepHistory
  var issues: StepIssues
  private var abortion: StepAbortion
  private var budget: RetryShare
  /// The attempt that runs, or the reset steps.
  private var inside: StepContext

  private lazy var attachments = makeAttachments()

  init(_ start: StepStart) {
    self.start = start
    next = start.begin()
    step = Step(
      actionDescription: start.call.actionDescription,
      policy: start.policy,
      retryAttempts: start.retryAttempts,
      failure: start.call.failure,
      hasResetSteps: start.call.hasResetSteps,
      callSite: start.call.callSite
    )
    engine = start.engine
    history = StepHistory(start: start.instant)
    issues = StepIssues(start.ledger, of: start.testCase)
    abortion = StepAbortion(step, start.context)
    budget = RetryShare(of: start.environment.steering.budget)
    inside = start.context
    if let testCase, !environment.sinks.isEmpty { RunningTestCase.see(testCase) }
    if next.isRetry, context.warnsOfNest() {
      tell(.nestIsLarge(attempts: context.attempts))
    }
  }

  var context: StepContext { start.context }
  var environment: RetryEnvironment { start.environment }
  var testCase: XCTestCase? { start.testCase }
  /// The test that the nest of this step belongs to.
  var test: RunningTest? { context.test(of: testCase) }
  var now: Duration { timekeeper.now() }

  /// The context for the code of an attempt, or for the reset steps after it.
  func surroundings(of attempt: Attempt, issues: AttemptIssues? = nil) -> Surroundings {
    inside = StepContext(context, attempt: attempt, issues: issues)
    var surroundings = start.surroundings
    surroundings.step = inside
    if start.ledger != nil { surroundings.place = .current }
    return surroundings
  }

  /// An attempt begins: the place for its issues; nil where they are not withheld.
  func newIssues(of attempt: Attempt) -> AttemptIssues? {
    start.ledger.map {
      AttemptIssues(of: attempt, named: start.call.actionDescription, in: context, start.surroundings.flakyScope, $0)
    }
  }

  /// - Returns: The instant at which the attempt begins.
  func attemptBegins() -> Duration {
    budget.use()
    issues.attemptBegins()
    return history.failedAttempts.isEmpty ? history.start : now
  }

  func attemptEnded<Value, Failure>(
    _ attempt: Attempt,
    _ end: AttemptEnd<Value, Failure>,
    issues attemptIssues: AttemptIssues?,
    since attemptStart: Duration,
    isCancelled: Bool = false
  ) {
    let withheld = issues.ended(attemptIssues)
    let now = now
    history.attemptEnded(since: attemptStart, conditionTime: end.conditionTime(at: now), at: now)
    if issues.hasFirstFailureOfPlainTestCase() { tell(.assertionNotWithheld) }
    let innermostFailure = abortion.takeNotes(of: inside)
    var result = end.result(under: step.policy)
    let reasons = withheld.map(\.text) + abortion.reasons(although: result)
    if result == .succeeded, reasons.isEmpty, !isCancelled, engine.mayRehearse(since: attemptStart, at: now),
      budget.reserveIfLeft()
    {
      result = .rehearsed
    }
    if result == .stopped || (result == .succeeded && reasons.isEmpty) {
      next = engine.attemptEnded(result, at: now)
      return
    }
    let failed = FailedAttempt(
      attempt,
      of: step,
      end,
      issues: reasons,
      isRehearsal: result == .rehearsed,
      innermostFailure: innermostFailure,
      limit: limit(of: end, at: now),
      attachments: attachments,
      start: attemptStart,
      end: now
    )
    history.failed(failed)
    askWhetherToGoOn(after: failed, isCancelled: isCancelled)
    let isRetryLeft =
      result == .rehearsed || attempt.retriesRemaining == 0 || abortion.reason != nil || budget.reserve()
    next = engine.attemptEnded(
      abortion.result(result, failedBecauseOf: reasons),
      isRetryLeft: isRetryLeft,
      at: now
    )
    tell(.attemptFailed(failed, retrying: next.isRetry))
    for issue in withheld where next.isRetry { tell(.issueWithheld(issue.text, attempt)) }
  }

  /// The limit that ended the attempt, and who had set it.
  private func limit<Value, Failure>(of end: AttemptEnd<Value, Failure>, at now: Duration) -> String? {
    let origins = step.policy.origins
    if end.isTimedOut { return "attemptTimeLimit of \(origins.attemptTimeLimit.rawValue)" }
    return switch end.looks.flatMap({ engine.limitOfWait($0, at: now) }) {
    case .conditionTimeout: "conditionTimeout of \(origins.conditionTimeout.rawValue)"
    case .timeLimit: timeLimit
    case nil: nil
    }
  }

  /// The time limit that the step has to obey.
  private var timeLimit: String? {
    engine.plan.deadline.flatMap { context.deadline?.at($0) }?.text(for: context.id)
  }

  private func askWhetherToGoOn(after failed: FailedAttempt, isCancelled: Bool) {
    if abortion.reason != nil { return }
    if isCancelled { return abortion.byCancellation() }
    attachments.open(failed.number)
    defer { attachments.close() }
    if case .abort(let reason) = start.object.recoveryAction(after: failed) { abortion.byHook(reason) }
  }

  private func makeAttachments() -> StepAttachments {
    let (step, context, environment) = (step, context, environment)
    // Handed on, and asked for what is fixed while the test runs.
    nonisolated(unsafe) let testCase = testCase
    return StepAttachments { file, attempt, refusal in
      var path: String?
      if refusal == nil {
        environment.attachToTest(TestAttachment(file: file, testCase: testCase, callSite: step.callSite))
        path = environment.keep(file, of: attempt, in: context.id)
      }
      let kind =
        refusal.map { RetryEvent.Kind.attachmentRefused(file, $0, attempt: attempt) }
        ?? .attached(file, path: path, attempt: attempt)
      if environment.hears(kind) {
        environment.tell(RetryEvent(kind: kind, step: step, in: context, test: context.test(of: testCase)))
      }
      return path
    }
  }

  func waited(isCancelled: Bool = false) {
    let now = now
    history.waited(until: now)
    if isCancelled { abortion.byCancellation() }
    next = engine.waited(isCut: isCancelled, at: now)
  }

  /// The late check is part of the attempt that it ends: its issues, its error and its abortion are those of the attempt.
  func conditionRechecked<Value, Failure>(
    _ end: AttemptEnd<Value, Failure>?,
    issues attemptIssues: AttemptIssues?,
    isCancelled: Bool = false
  ) {
    let withheld = issues.ended(attemptIssues)
    let innermostFailure = abortion.takeNotes(of: inside)
    let result = end?.result(under: step.policy) ?? .conditionNotMet
    let reasons = withheld.map(\.text) + abortion.reasons(although: result)
    if isCancelled, result != .succeeded, abortion.reason == nil { abortion.byCancellation() }
    next = engine.conditionRechecked(abortion.result(result, failedBecauseOf: reasons), at: now)
    guard let end, result != .stopped, !reasons.isEmpty || end.error != nil || end.isTimedOut else { return }
    guard let failed = history.failedAttempts.last else { return }
    let late = failed.ended(by: end, issues: reasons, innermostFailure: innermostFailure)
    history.replaceLast(by: late)
    tell(.lateCheckFailed(late))
    for issue in withheld where next.isRetry { tell(.issueWithheld(issue.text, failed.attempt)) }
  }

  func resetStepsEnded(threw: Bool, isCancelled: Bool = false) {
    history.wasReset()
    _ = abortion.takeNotes(of: inside)
    if isCancelled, abortion.reason == nil { abortion.byCancellation() }
    next = engine.resetStepsEnded(threw ? .stopped : abortion.result(.succeeded, failedBecauseOf: []), at: now)
  }

  /// No other attempt follows.
  ///
  /// - Returns: The final report of the step.
  func end() -> StepReport {
    guard case .finish(var end) = next else { preconditionFailure("the step goes on") }
    budget.giveBack()
    context.liftDeadline()
    if end.outcome == .timedOut || end.outcome == .exhausted, Task.isCancelled {
      // Nobody waits for it any more, so it is no failure of its own.
      end = end.cancelled
      abortion.byCancellation()
    }
    let denied = budget.isDenied ? environment.steering.budget?.size : nil
    let timeLimit = end.outcome == .timedOut ? timeLimit ?? "" : ""
    return history.report(step, end, abortion: abortion.reason, timeLimit: timeLimit, budget: denied, at: now)
  }
}
