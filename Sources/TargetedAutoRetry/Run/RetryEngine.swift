/// The state machine that decides each next action of a step.
///
/// A driver reports what happened and performs the action that the engine returns. The engine calls no closure and has
/// no clock, task or text. An instant is the time since a fixed moment. A report that does not fit the state is a
/// mistake of the driver and stops the process.
struct RetryEngine: Equatable, Sendable {
  enum Action: Equatable, Sendable {
    case runAttempt(Attempt)
    case wait(Duration, after: Attempt)
    case recheckCondition(after: Attempt)
    case runResetSteps(after: Attempt)
    /// Indirect, so that nested steps need less of the stack.
    indirect case finish(StepOutcome)

    var continues: Bool {
      if case .finish = self { false } else { true }
    }
  }

  private enum State: Equatable {
    case ready
    case attempting(Attempt)
    /// Waiting for the delay before a retry. Afterwards the condition is checked once more if only it had failed.
    case waiting(after: Attempt, rechecksCondition: Bool)
    case recheckingCondition(after: Attempt)
    case resetting(after: Attempt)
    case finished
  }

  let policy: StepPolicy
  private let isWait: Bool
  private let steeredRetries: Int?
  private let hasResetSteps: Bool
  /// Whether the first attempt counts as failed if another one may follow, to rehearse the reset steps.
  private let isRehearsal: Bool
  private let failsOnRecovery: Bool
  private var state = State.ready
  /// The number of attempts that have begun.
  private(set) var attempts = 0
  /// Whether the action must run again even if the condition is true: the previous attempt threw or recorded an issue.
  private(set) var mustAct = false
  /// Whether an attempt failed by itself; an attempt that a rehearsal failed does not count.
  private var hasFailed = false
  private var ranResetSteps = false

  init(
    _ policy: StepPolicy,
    isWait: Bool = false,
    steeredRetries: Int? = nil,
    hasResetSteps: Bool = false,
    isRehearsal: Bool = false,
    failsOnRecovery: Bool = false
  ) {
    self.policy = policy
    self.isWait = isWait
    self.steeredRetries = steeredRetries
    self.hasResetSteps = hasResetSteps
    self.isRehearsal = isRehearsal
    self.failsOnRecovery = failsOnRecovery
  }

  /// Starts the step. The first attempt is always made: a limit ends waits, pauses and retries.
  mutating func start() -> Action {
    guard case .ready = state else { misfit() }
    if let problem = policy.problem { return finish(.aborted(.invalidPolicy(problem))) }
    return run(Attempt(number: 1, retriesRemaining: steeredRetries ?? policy.retryAttempts))
  }

  /// Whether a rehearsal may fail a success: a retry and enough time for another attempt of this length must be left.
  func mayRehearse(since start: Duration, at now: Duration, until deadline: Duration?) -> Bool {
    guard case .attempting(let attempt) = state else { misfit() }
    guard isRehearsal, attempt.retry == 0, attempt.retriesRemaining > 0 else { return false }
    guard let deadline else { return true }
    return now + policy.delay.duration(beforeRetry: 1) + (now - start) < deadline
  }

  /// - Parameter ranAction: Whether the main action ran; it does not if the condition was true already.
  mutating func attemptSucceeded(ranAction: Bool = true) -> Action {
    guard case .attempting(let attempt) = state else { misfit() }
    if attempt.retry == 0 { return finish(.passed) }
    return finish(recovered(by: ranResetSteps ? .resetting : ranAction ? .retrying : .waiting))
  }

  /// - Parameters:
  ///   - byCondition: Whether only the condition failed: the action did not throw, and no issue was recorded.
  ///   - isRehearsed: Whether the attempt succeeded but counts as failed for the rehearsal.
  ///   - mustAct: Whether it threw or recorded an issue. Only running the action again can show that this was a flake.
  ///   - deadline: The instant after which nothing is retried.
  mutating func attemptFailed(
    byCondition: Bool = false,
    isRehearsed: Bool = false,
    mustAct: Bool = false,
    at now: Duration,
    until deadline: Duration? = nil
  ) -> Action {
    guard case .attempting(let attempt) = state else { misfit() }
    self.mustAct = mustAct
    if !isRehearsed { hasFailed = true }
    // A wait has no attempts to use up: its time is over, unless an issue ended it.
    if isWait { return finish(mustAct ? .aborted(.byIssue) : .timedOut) }
    if attempt.retriesRemaining == 0 { return finish(.exhausted) }
    if let deadline, now >= deadline { return finish(.timedOut) }
    // The last attempt is made at the limit.
    let delay = min(policy.delay.duration(beforeRetry: attempt.number), deadline.map { $0 - now } ?? .longestWait)
    if delay <= .zero { return prepareRetry(after: attempt) }
    state = .waiting(after: attempt, rechecksCondition: byCondition)
    return .wait(delay, after: attempt)
  }

  mutating func waited() -> Action {
    guard case .waiting(let attempt, let rechecksCondition) = state else { misfit() }
    if !rechecksCondition { return prepareRetry(after: attempt) }
    state = .recheckingCondition(after: attempt)
    return .recheckCondition(after: attempt)
  }

  mutating func conditionRechecked(isMet: Bool) -> Action {
    guard case .recheckingCondition(let attempt) = state else { misfit() }
    return isMet ? finish(recovered(by: .waiting)) : prepareRetry(after: attempt)
  }

  mutating func resetStepsEnded() -> Action {
    guard case .resetting(let attempt) = state else { misfit() }
    ranResetSteps = true
    return run(attempt.next)
  }

  /// Ends the step where it is, such as for a cancellation, an abort, or an error that is not retried.
  mutating func stop(_ outcome: StepOutcome) -> Action {
    if case .finished = state { misfit() }
    return finish(outcome)
  }

  private mutating func prepareRetry(after attempt: Attempt) -> Action {
    if !hasResetSteps { return run(attempt.next) }
    state = .resetting(after: attempt)
    return .runResetSteps(after: attempt)
  }

  private mutating func run(_ attempt: Attempt) -> Action {
    attempts = attempt.number
    state = .attempting(attempt)
    return .runAttempt(attempt)
  }

  private mutating func finish(_ outcome: StepOutcome) -> Action {
    state = .finished
    return .finish(outcome)
  }

  /// A step that only recovered from its rehearsal is not flaky.
  private func recovered(by cure: Cure) -> StepOutcome { .recovered(by: cure, failsTest: failsOnRecovery && hasFailed) }

  private func misfit(_ report: String = #function) -> Never {
    preconditionFailure("RetryEngine: \(report) does not fit the state \(state).")
  }

  /// The return value of `autoRetry` for an outcome.
  func retriesUsed(_ outcome: StepOutcome) -> Int {
    // A number above the call's limit would say that no attempt succeeded.
    if outcome.isSuccess { return hasFailed ? min(attempts - 1, policy.retryAttempts) : 0 }
    // One more than the call allows, whatever the run leaves of it. A negative number and `Int.max` are handled too.
    return max(policy.retryAttempts, 0).oneMore
  }
}
