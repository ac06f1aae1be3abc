/// The state machine that decides each next action of a step.
///
/// The driver reports what happened and performs the returned action. A report that does not fit the state is a mistake
/// of the driver and stops the process. Instants are passed in, as the time since a fixed moment.
struct RetryEngine: Equatable, Sendable {
  enum Action: Equatable, Sendable {
    case runAttempt(Attempt)
    case wait(Duration, after: Attempt)
    case recheckCondition(after: Attempt)
    case runResetSteps(after: Attempt)
    /// Indirect, so that nested steps use less stack.
    indirect case finish(StepOutcome)

    var continues: Bool {
      if case .finish = self { false } else { true }
    }
  }

  private enum State: Equatable {
    case ready
    case attempting(Attempt)
    case waiting(after: Attempt, rechecksCondition: Bool)
    case recheckingCondition(after: Attempt)
    case resetting(after: Attempt)
    case finished
  }

  let policy: StepPolicy
  private let retryAttempts: Int
  private let hasResetSteps: Bool
  /// Whether a successful first attempt counts as failed, to prove the reset steps (`AUTO_RETRY_REHEARSE`).
  private let rehearses: Bool
  private let failsOnRecovery: Bool
  private var state = State.ready
  private(set) var attempts = 0
  /// Whether the action must run again even if the condition is true: nothing else can show that the failure of the
  /// previous attempt, which threw or recorded an issue, was a flake.
  private(set) var mustAct = false
  /// Whether an attempt failed by itself; a forced first failure does not count.
  private var hasFailed = false

  init(
    _ policy: StepPolicy,
    retryAttempts: Int? = nil,
    hasResetSteps: Bool = false,
    rehearses: Bool = false,
    failsOnRecovery: Bool = false
  ) {
    self.policy = policy
    self.retryAttempts = retryAttempts ?? policy.retryAttempts
    self.hasResetSteps = hasResetSteps
    self.rehearses = rehearses
    self.failsOnRecovery = failsOnRecovery
  }

  /// Starts the step with its first attempt, which is made even if a time limit has already been reached.
  mutating func start() -> Action {
    guard case .ready = state else { misfit() }
    if let problem = policy.problem { return finish(.aborted(.invalidPolicy(problem))) }
    return run(Attempt(number: 1, retriesRemaining: retryAttempts))
  }

  /// Whether the success may count as failed: a retry, and the time for another attempt of this length, must be left.
  func mayRehearse(since start: Duration, at now: Duration, until deadline: Duration?) -> Bool {
    guard case .attempting(let attempt) = state else { misfit() }
    guard rehearses, attempt.retry == 0, attempt.retriesRemaining > 0 else { return false }
    guard let deadline else { return true }
    return now + policy.delay.duration(beforeRetry: 1) + (now - start) < deadline
  }

  mutating func attemptSucceeded(ranAction: Bool = true) -> Action {
    guard case .attempting(let attempt) = state else { misfit() }
    if attempt.retry == 0 { return finish(.passed) }
    return finish(recovered(by: ranAction ? .retrying : hasResetSteps ? .resetting : .waiting))
  }

  /// - Parameters:
  ///   - byCondition: Whether only the condition failed, so that it is worth another check after the delay.
  ///   - mustAct: Whether it threw or recorded an issue.
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
    if attempt.retriesRemaining == 0 { return finish(.exhausted) }
    if let deadline, now >= deadline { return finish(.timedOut) }
    // The pause is cut short, so that the last attempt is made at the limit.
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
    return run(attempt.next)
  }

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

  /// A step that recovered only from its forced first failure is not flaky.
  private func recovered(by cure: Cure) -> StepOutcome { .recovered(by: cure, failsTest: failsOnRecovery && hasFailed) }

  private func misfit(_ report: String = #function) -> Never {
    preconditionFailure("RetryEngine: \(report) does not fit the state \(state).")
  }

  func retriesUsed(_ outcome: StepOutcome) -> Int {
    // A number above the call's limit would mean that no attempt succeeded.
    if outcome.isSuccess { return hasFailed ? min(attempts - 1, policy.retryAttempts) : 0 }
    // One more than the call allows, even if a variable overrides that. The number may be negative or `Int.max`.
    return max(policy.retryAttempts, 0).oneMore
  }
}
