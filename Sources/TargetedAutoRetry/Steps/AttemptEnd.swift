/// What a driver saw at the end of an attempt.
enum AttemptEnd<Value, Failure: Error> {
  /// The condition was evaluated since an instant, until now.
  case succeeded(Value, since: Duration)
  case conditionNotMet(Value, since: Duration)
  case threw(Failure)

  var value: Value? {
    switch self {
    case .succeeded(let value, since: _), .conditionNotMet(let value, since: _): value
    case .threw: nil
    }
  }

  var error: Failure? {
    if case .threw(let error) = self { error } else { nil }
  }

  /// When the condition was evaluated first.
  var start: Duration? {
    switch self {
    case .succeeded(_, since: let start), .conditionNotMet(_, since: let start): start
    case .threw: nil
    }
  }

  /// How long the condition was evaluated.
  func conditionTime(at now: Duration) -> Duration { start.map { now - $0 } ?? .zero }

  /// What that means for the engine.
  func result(under policy: StepPolicy) -> RetryEngine.AttemptResult {
    switch self {
    case .succeeded: .succeeded
    case .conditionNotMet: .conditionNotMet
    case .threw(let error): StopError.matches(error) || !policy.isRetryable(error) ? .stopped : .failed
    }
  }
}
