/// What a driver saw at the end of an attempt.
enum AttemptEnd<Value, Failure: Error> {
  /// The condition was evaluated since an instant, until now.
  case succeeded(Value, since: Duration)
  case conditionNotMet(Value, ConditionLooks)
  case threw(Failure)
  /// It was cancelled after that time.
  case timedOut(after: Duration)

  init(_ value: Value, isMet: Bool, _ looks: ConditionLooks) {
    self = isMet ? .succeeded(value, since: looks.start) : .conditionNotMet(value, looks)
  }

  var value: Value? {
    switch self {
    case .succeeded(let value, since: _), .conditionNotMet(let value, _): value
    case .threw, .timedOut: nil
    }
  }

  var error: Failure? {
    if case .threw(let error) = self { error } else { nil }
  }

  var isTimedOut: Bool {
    if case .timedOut = self { true } else { false }
  }

  /// What did not meet the condition.
  var rejectedValue: Value? {
    if case .conditionNotMet(let value, _) = self { value } else { nil }
  }

  /// What was seen of a condition that is not met.
  var looks: ConditionLooks? {
    if case .conditionNotMet(_, let looks) = self { looks } else { nil }
  }

  /// When the condition was evaluated first.
  var start: Duration? {
    switch self {
    case .succeeded(_, since: let start): start
    case .conditionNotMet(_, let looks): looks.start
    case .threw, .timedOut: nil
    }
  }

  /// How long the condition was evaluated.
  func conditionTime(at now: Duration) -> Duration { start.map { now - $0 } ?? .zero }

  /// What that means for the engine.
  func result(under policy: StepPolicy) -> RetryEngine.AttemptResult {
    switch self {
    case .succeeded: .succeeded
    case .conditionNotMet: .conditionNotMet
    case .timedOut: .failed
    case .threw(let error): StopError.matches(error) || !policy.isRetryable(error) ? .stopped : .failed
    }
  }

  /// The end of an attempt that was cancelled after that time; a skip is no answer to that.
  func cancelled(after limit: Duration) -> AttemptEnd {
    if case .threw(let error) = self, StopError.isSkip(error) { self } else { .timedOut(after: limit) }
  }
}
