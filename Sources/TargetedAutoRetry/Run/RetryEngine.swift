/// The state machine that decides each next action of a step, and in the end its outcome.
///
/// The driver reports what happened and performs the returned action. A report that does not fit the state is a bug
/// in the driver and stops the process. Instants are passed in, as the time since a fixed moment.
struct RetryEngine: Sendable {
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

  /// Why an attempt failed.
  enum Failure: Equatable, Sendable {
    /// The condition was false.
    case condition
    /// The value was refused, and has been released: it cannot be checked again.
    case value
    case error
    case issue
    /// A limit was reached, and the attempt may have recorded issues too.
    case limit(hasIssues: Bool)
    /// It succeeded, but counts as failed to prove the reset steps (`AUTO_RETRY_REHEARSE`).
    case rehearsed

    fileprivate var threwOrRecorded: Bool {
      switch self {
      case .error, .issue, .limit(hasIssues: true): true
      case .condition, .value, .limit, .rehearsed: false
      }
    }
  }

  private enum State {
    case ready
    case attempting(Attempt)
    case waiting(after: Attempt, rechecksCondition: Bool)
    case recheckingCondition(after: Attempt)
    case resetting(after: Attempt)
    case finished
  }

  let policy: StepPolicy
  private let retryAttempts: Int
  private let isWait: Bool
  let hasResetSteps: Bool
  /// Whether a successful first attempt counts as failed.
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
    isWait: Bool = false,
    hasResetSteps: Bool = false,
    rehearses: Bool = false,
    failsOnRecovery: Bool = false
  ) {
    self.policy = policy
    self.retryAttempts = retryAttempts ?? policy.retryAttempts
    self.isWait = isWait
    self.hasResetSteps = hasResetSteps
    self.rehearses = rehearses
    self.failsOnRecovery = failsOnRecovery
  }

  /// Whether the success may count as failed: a retry, and the time for another attempt of this length, must be left.
  func mayRehearse(since start: Duration, at now: Duration, until deadline: Duration?) -> Bool {
    guard case .attempting(let attempt) = state else { invalidTransition() }
    guard rehearses, attempt.retry == 0, attempt.retriesRemaining > 0 else { return false }
    guard let deadline else { return true }
    return now + policy.delay.duration(beforeRetry: 1) + (now - start) < deadline
  }

  func retriesUsed(_ outcome: StepOutcome) -> Int {
    // A number above the call's limit would mean that no attempt succeeded.
    if outcome.isSuccess { return hasFailed ? min(attempts - 1, policy.retryAttempts) : 0 }
    // One more than the call allows, even if a variable overrides that. The number may be negative or `Int.max`.
    return max(policy.retryAttempts, 0).oneMore
  }

  private func invalidTransition(_ report: String = #function) -> Never {
    preconditionFailure("RetryEngine: \(report) does not fit the state \(state).")
  }
}

// What the parts of the step did.
extension RetryEngine {
  mutating func start() -> Action {
    // Ready: the first attempt is made even if a time limit has already been reached.
    guard case .ready = state else { invalidTransition() }
    if let problem = policy.problem { return finish(.aborted(.invalidPolicy(problem))) }
    return run(Attempt(number: 1, retriesRemaining: retryAttempts))
  }

  mutating func attemptSucceeded(ranAction: Bool = true) -> Action {
    // Attempting: if the action did not run, what came before this attempt made the condition true.
    guard case .attempting(let attempt) = state else { invalidTransition() }
    if attempt.retry == 0 { return finish(.passed) }
    return finish(recovered(by: ranAction ? .retrying : hasResetSteps ? .resetting : .waiting))
  }

  mutating func attemptFailed(by failure: Failure, at now: Duration, until deadline: Duration? = nil) -> Action {
    // Attempting: the step ends here if it has no retries or no time left.
    guard case .attempting(let attempt) = state else { invalidTransition() }
    if isWait { return finish(failure == .issue ? .aborted(.byIssue) : .timedOut) }
    mustAct = failure.threwOrRecorded
    if failure != .rehearsed { hasFailed = true }
    if attempt.retriesRemaining == 0 { return finish(.exhausted) }
    if let deadline, now >= deadline { return finish(.timedOut) }
    // The pause is cut short, so that the last attempt is made at the limit.
    let delay = min(policy.delay.duration(beforeRetry: attempt.number), deadline.map { $0 - now } ?? .longestWait)
    if delay <= .zero { return prepareRetry(after: attempt) }
    state = .waiting(after: attempt, rechecksCondition: failure == .condition)
    return .wait(delay, after: attempt)
  }

  mutating func waited() -> Action {
    // Waiting: only a condition that was false is worth another check.
    guard case .waiting(let attempt, let rechecksCondition) = state else { invalidTransition() }
    if !rechecksCondition { return prepareRetry(after: attempt) }
    state = .recheckingCondition(after: attempt)
    return .recheckCondition(after: attempt)
  }

  mutating func conditionRechecked(isMet: Bool) -> Action {
    // Rechecking the condition: nothing ran since the attempt, so only time can have made it true.
    guard case .recheckingCondition(let attempt) = state else { invalidTransition() }
    return isMet ? finish(recovered(by: .waiting)) : prepareRetry(after: attempt)
  }

  mutating func resetStepsEnded() -> Action {
    // Resetting: the retry was decided before, so it is made even if the reset steps used up the time.
    guard case .resetting(let attempt) = state else { invalidTransition() }
    return run(attempt.next)
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

  /// A step that recovered only from its forced first failure is not flaky.
  private func recovered(by recovery: Recovery) -> StepOutcome {
    .recovered(by: recovery, failsTest: failsOnRecovery && hasFailed)
  }
}

// What ends the step in any state, whatever its policy would still allow.
extension RetryEngine {
  /// The task was canceled, so nobody waits for the step any longer.
  mutating func cancelled() -> Action {
    // Attempting, waiting, rechecking or resetting.
    if case .ready = state { invalidTransition() }
    return finish(.aborted(.byCancellation))
  }

  /// A limit cut the reset steps short, so the next attempt would not start from a known state.
  mutating func limitReached() -> Action {
    guard case .resetting = state else { invalidTransition() }
    return finish(.timedOut)
  }

  /// An error that must not be retried was thrown; a step inside may have been aborted before.
  mutating func stopped(by stop: ErrorStop, inside abort: Abortion?) -> Action {
    // Attempting or rechecking. Resetting: any error of the reset steps ends the step.
    switch state {
    case .attempting, .recheckingCondition: finish(.aborted(.byError(stop, ofResetSteps: false, inside: abort)))
    case .resetting: finish(.aborted(.byError(stop, ofResetSteps: true, inside: abort)))
    case .ready, .waiting, .finished: invalidTransition()
    }
  }

  /// A hook, or the abort of a step inside, ends the step.
  mutating func aborted(_ abort: Abortion) -> Action {
    // Attempting, rechecking or resetting.
    switch state {
    case .attempting, .recheckingCondition, .resetting: finish(.aborted(abort))
    case .ready, .waiting, .finished: invalidTransition()
    }
  }

  private mutating func finish(_ outcome: StepOutcome, _ report: String = #function) -> Action {
    if case .finished = state { invalidTransition(report) }
    state = .finished
    return .finish(outcome)
  }
}
