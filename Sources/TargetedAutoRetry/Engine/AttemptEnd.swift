/// What a driver saw at the end of an attempt.
enum AttemptEnd<Value, Failure: Error> {
  case succeeded(Value)
  case conditionNotMet(Value, after: Duration)
  case threw(Failure)

  var value: Value? {
    switch self {
    case .succeeded(let value), .conditionNotMet(let value, after: _): value
    case .threw: nil
    }
  }

  var error: Failure? {
    if case .threw(let error) = self { error } else { nil }
  }

  /// How long the condition was evaluated in vain.
  var conditionTime: Duration {
    if case .conditionNotMet(_, after: let duration) = self { duration } else { .zero }
  }
}
