/// Decides what a step does next, and nothing else.
///
/// A driver tells it what happened and does what it answers. It knows no closures, clocks, tasks or text.
struct RetryEngine: Equatable, Sendable {
  enum Action: Equatable, Sendable {
    case runAttempt(Attempt)
    case runResetSteps(after: Attempt)
    case finish(StepEnd)

    var isRetry: Bool {
      if case .finish = self { false } else { true }
    }
  }

  enum AttemptResult: Equatable, Sendable {
    case succeeded
    case failed
    /// An error was thrown that means *stop*.
    case stopped
  }

  private let retryAttempts: Int
  private let hasResetSteps: Bool
  private var attempt: Attempt

  init(retryAttempts: Int, hasResetSteps: Bool) {
    self.retryAttempts = retryAttempts
    self.hasResetSteps = hasResetSteps
    attempt = Attempt(number: 1, retriesRemaining: retryAttempts)
  }

  func start() -> Action {
    retryAttempts < 0 ? .finish(.refusal) : .runAttempt(attempt)
  }

  mutating func attemptEnded(_ result: AttemptResult) -> Action {
    switch result {
    case .succeeded:
      return .finish(succeeded)
    case .stopped:
      return .finish(unsuccessful(.aborted, propagatesError: true))
    case .failed where attempt.retriesRemaining == 0:
      return .finish(unsuccessful(.exhausted))
    case .failed where hasResetSteps:
      return .runResetSteps(after: attempt)
    case .failed:
      return nextAttempt()
    }
  }

  mutating func resetStepsEnded(threw: Bool) -> Action {
    threw ? .finish(unsuccessful(.aborted, propagatesError: true)) : nextAttempt()
  }

  private mutating func nextAttempt() -> Action {
    attempt = Attempt(number: attempt.number + 1, retriesRemaining: attempt.retriesRemaining - 1)
    return .runAttempt(attempt)
  }

  private var succeeded: StepEnd {
    StepEnd(
      outcome: attempt.retry == 0 ? .passed : .recovered,
      attempts: attempt.number,
      retriesUsed: attempt.retry
    )
  }

  private func unsuccessful(_ outcome: StepOutcome, propagatesError: Bool = false) -> StepEnd {
    // `Int.max` retries are allowed, and none of them must overflow.
    let retriesUsed = retryAttempts == .max ? .max : retryAttempts + 1
    return StepEnd(
      outcome: outcome,
      attempts: attempt.number,
      retriesUsed: retriesUsed,
      propagatesError: propagatesError
    )
  }
}
