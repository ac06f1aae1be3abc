/// What a driver saw at the end of an attempt, of its late check or of its reset steps.
enum AttemptEnd {
  /// The condition was evaluated since an instant, until now.
  case succeeded(since: Duration)
  /// It was false, or threw, whenever it was evaluated; the error is the last that it threw.
  case conditionNotMet(ConditionLooks, (any Error)?)
  case threw(any Error)
  /// It threw an error that means *stop*.
  case stopped(any Error)
  /// It was cancelled after that time.
  case timedOut(after: Duration)

  /// What the action or the reset steps threw.
  init(_ error: any Error, under policy: StepPolicy) {
    self = policy.isStop(error) ? .stopped(error) : .threw(error)
  }

  /// What it threw last.
  var error: (any Error)? {
    switch self {
    case .threw(let error), .stopped(let error): error
    case .conditionNotMet(let looks, let error): looks.lastThrew ? error : nil
    case .succeeded, .timedOut: nil
    }
  }

  var isTimedOut: Bool {
    if case .timedOut = self { true } else { false }
  }

  /// What was seen of a condition that is not met.
  var looks: ConditionLooks? {
    if case .conditionNotMet(let looks, _) = self { looks } else { nil }
  }

  var throwingLooks: AttemptFacts.ThrowingLooks? {
    guard case .conditionNotMet(let looks, let error?) = self, looks.count > 1 else { return nil }
    return AttemptFacts.ThrowingLooks(all: looks.count, throwing: looks.throwing, lastError: error)
  }

  /// The time for which the condition was evaluated.
  func conditionTime(at now: Duration) -> Duration {
    switch self {
    case .succeeded(since: let start): now - start
    case .conditionNotMet(let looks, _): now - looks.start
    case .threw, .stopped, .timedOut: .zero
    }
  }

  /// What that means for the engine.
  var result: RetryEngine.AttemptResult {
    switch self {
    case .succeeded: .succeeded
    case .conditionNotMet: .conditionNotMet
    case .timedOut, .threw: .failed
    case .stopped: .stopped(inside: nil)
    }
  }

  /// The end of an attempt that was cancelled after that time; a skip is no answer to that.
  func cancelled(after limit: Duration) -> AttemptEnd {
    if case .stopped(let error) = self, StopError.isSkip(error) { self } else { .timedOut(after: limit) }
  }

  /// Why the attempt failed; nil where the condition was false, and no more.
  func cause(issues: [String]) -> FailedAttempt.Cause? {
    if case .timedOut(after: let limit) = self { return .timedOut(after: limit) }
    return issues.isEmpty ? error.map(FailedAttempt.Cause.error) : .issues(issues)
  }
}
