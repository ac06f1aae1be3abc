/// What a driver saw at the end of an attempt.
enum AttemptEnd<Value, Failure: Error> {
  case succeeded(Value, after: Duration)
  case conditionNotMet(Value, after: Duration)
  case threw(Failure)

  var value: Value? {
    switch self {
    case .succeeded(let value, after: _), .conditionNotMet(let value, after: _): value
    case .threw: nil
    }
  }

  var error: Failure? {
    if case .threw(let error) = self { error } else { nil }
  }

  /// How long the condition was evaluated.
  var conditionTime: Duration {
    switch self {
    case .succeeded(_, after: let duration), .conditionNotMet(_, after: let duration): duration
    case .threw: .zero
    }
  }
}
