/// Decides what a step does next, and nothing else.
///
/// A driver tells it what happened and does what it answers. It knows no closures, clocks, tasks or text; an instant is
/// a time since some fixed moment.
struct RetryEngine: Equatable, Sendable {
  enum Action: Equatable, Sendable {
    case runAttempt(Attempt)
    case wait(Duration, after: Attempt)
    case recheckCondition(after: Attempt)
    case runResetSteps(after: Attempt)
    /// Indirect, so that nests of steps need less of the stack.
    indirect case finish(StepEnd)

    var isRetry: Bool {
      if case .finish = self { false } else { true }
    }
  }

  enum AttemptResult: Equatable, Sendable {
    case succeeded
    case conditionNotMet
    /// It threw, or it recorded an issue.
    case failed
    /// It threw an error that means *stop*.
    case stopped
    /// It failed, and no retry is wanted.
    case aborted
    /// It succeeded, and counts as failed, so that the way back is tried.
    case rehearsed
  }

  let plan: RetryPlan
  private var attempt: Attempt
  private var failedByCondition = false
  /// Whether an attempt has failed, and not only counts as failed.
  private var hasFailed = false
  private var ranResetSteps = false

  init(_ plan: RetryPlan) {
    self.plan = plan
    attempt = Attempt(number: 1, retriesRemaining: plan.steeredAttempts ?? plan.retryAttempts)
  }

  func start(at now: Duration) -> Action {
    if plan.isRefused { return .finish(refusal) }
    return isOver(at: now) ? .finish(unsuccessful(.timedOut, attempts: 0)) : .runAttempt(attempt)
  }

  /// The end of a step whose attempt has succeeded; nil where it goes on all the same.
  func endIfSucceeded() -> StepEnd? { plan.isRehearsal ? nil : succeeded }

  /// Whether an attempt that succeeded may count as failed, to rehearse the way back: there must be a retry left, and time
  /// for the wait before it and for another attempt as long as this one.
  func mayRehearse(since start: Duration, at now: Duration) -> Bool {
    guard plan.isRehearsal, attempt.retry == 0, attempt.retriesRemaining > 0 else { return false }
    return !isOver(at: now + plan.delay.duration(beforeRetry: 1, seed: plan.seed) + (now - start))
  }

  /// - Parameters:
  ///   - isRetryLeft: Whether the run as a whole has a retry left.
  ///   - now: Asked for only where it matters.
  mutating func attemptEnded(
    _ result: AttemptResult,
    isRetryLeft: Bool = true,
    at now: @autoclosure () -> Duration
  ) -> Action {
    failedByCondition = result == .conditionNotMet
    switch result {
    case .succeeded: return .finish(succeeded)
    case .stopped: return .finish(unsuccessful(.aborted, propagatesError: true))
    case .aborted: return .finish(unsuccessful(.aborted))
    case .failed, .conditionNotMet: hasFailed = true
    case .rehearsed: break
    }
    if attempt.retriesRemaining == 0 || !isRetryLeft { return .finish(unsuccessful(.exhausted)) }
    let now = now()
    let delay = plan.delay.duration(beforeRetry: attempt.number, seed: plan.seed)
    // A wait that would end too late is not begun.
    if isOver(at: now + delay) { return .finish(unsuccessful(.timedOut, deniedWait: isOver(at: now) ? nil : delay)) }
    return delay > .zero ? .wait(delay, after: attempt) : goBack(at: now)
  }

  /// - Parameter isCut: Whether the wait was ended from outside, and the step with it.
  mutating func waited(isCut: Bool, at now: Duration) -> Action {
    if isCut { return .finish(unsuccessful(.aborted)) }
    return failedByCondition ? .recheckCondition(after: attempt) : goBack(at: now)
  }

  mutating func conditionRechecked(_ result: AttemptResult, at now: Duration) -> Action {
    switch result {
    case .succeeded: .finish(recovered(by: .waiting))
    case .stopped: .finish(unsuccessful(.aborted, propagatesError: true))
    case .aborted: .finish(unsuccessful(.aborted))
    case .failed, .conditionNotMet, .rehearsed: goBack(at: now)
    }
  }

  mutating func resetStepsEnded(_ result: AttemptResult, at now: Duration) -> Action {
    ranResetSteps = true
    switch result {
    case .succeeded: return nextAttempt(at: now)
    case .aborted: return .finish(unsuccessful(.aborted))
    case .stopped, .failed, .conditionNotMet, .rehearsed:
      var end = unsuccessful(.aborted, propagatesError: true)
      end.resetStepsThrew = true
      return .finish(end)
    }
  }

  private mutating func goBack(at now: Duration) -> Action {
    plan.hasResetSteps ? .runResetSteps(after: attempt) : nextAttempt(at: now)
  }

  private mutating func nextAttempt(at now: Duration) -> Action {
    if isOver(at: now) { return .finish(unsuccessful(.timedOut)) }
    attempt = Attempt(number: attempt.number + 1, retriesRemaining: attempt.retriesRemaining - 1)
    return .runAttempt(attempt)
  }

  func isOver(at instant: Duration) -> Bool {
    plan.deadline.map { instant >= $0 } ?? false
  }

  private var succeeded: StepEnd {
    if attempt.retry > 0 { return recovered(by: ranResetSteps ? .resetting : .retrying) }
    return StepEnd(outcome: .passed, attempts: 1, retriesUsed: 0)
  }

  private func recovered(by cure: Cure) -> StepEnd {
    StepEnd(
      outcome: .recovered,
      cure: cure,
      attempts: attempt.number,
      // More would say that no attempt succeeded.
      retriesUsed: min(attempt.retry, plan.retryAttempts),
      // A step that has recovered from its rehearsal alone is no flake.
      failsOnRecovery: plan.failsOnRecovery && hasFailed
    )
  }

  private var refusal: StepEnd {
    var end = unsuccessful(.aborted, attempts: 0)
    end.isRefusal = true
    return end
  }

  private func unsuccessful(
    _ outcome: StepOutcome,
    attempts: Int? = nil,
    propagatesError: Bool = false,
    deniedWait: Duration? = nil
  ) -> StepEnd {
    StepEnd(
      outcome: outcome,
      attempts: attempts ?? attempt.number,
      // More than the call allows, however many the run leaves it; also where a negative number is, and `Int.max` retries must not overflow.
      retriesUsed: max(plan.retryAttempts, 0).oneMore,
      propagatesError: propagatesError,
      deniedWait: deniedWait
    )
  }
}
