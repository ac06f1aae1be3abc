/// What a driver saw at the end of an attempt, of its late check or of its reset steps.
enum AttemptEnd {
  /// The condition was evaluated since an instant, until now.
  case succeeded(since: Duration)
  case conditionNotMet(ConditionLooks)
  case threw(any Error)
  /// It was cancelled after that time.
  case timedOut(after: Duration)

  var error: (any Error)? {
    if case .threw(let error) = self { error } else { nil }
  }

  var isTimedOut: Bool {
    if case .timedOut = self { true } else { false }
  }

  /// What was seen of a condition that is not met.
  var looks: ConditionLooks? {
    if case .conditionNotMet(let looks) = self { looks } else { nil }
  }

  /// The time for which the condition was evaluated.
  func conditionTime(at now: Duration) -> Duration {
    switch self {
    case .succeeded(since: let start): now - start
    case .conditionNotMet(let looks): now - looks.start
    case .threw, .timedOut: .zero
    }
  }

  /// What that means for the engine.
  func result(under policy: StepPolicy) -> RetryEngine.AttemptResult {
    switch self {
    case .succeeded: .succeeded
    case .conditionNotMet: .conditionNotMet
    case .timedOut: .failed
    case .threw(let error): StopError.matches(error) || !policy.isRetryable(error) ? .stopped(inside: nil) : .failed
    }
  }

  /// The end of an attempt that was cancelled after that time; a skip is no answer to that.
  func cancelled(after limit: Duration) -> AttemptEnd {
    if case .threw(let error) = self, StopError.isSkip(error) { self } else { .timedOut(after: limit) }
  }

  /// Why the attempt failed; nil where the condition was false, and no more.
  func cause(issues: [String]) -> FailedAttempt.Cause? {
    if case .timedOut(after: let limit) = self { return .timedOut(after: limit) }
    return issues.isEmpty ? error.map(FailedAttempt.Cause.error) : .issues(issues)
  }
}
