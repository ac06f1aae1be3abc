/// What a driver saw at the end of an attempt.
enum AttemptEnd<Failure: Error> {
  case succeeded
  case conditionNotMet(after: Duration)
  case threw(Failure)

  var error: Failure? {
    if case .threw(let error) = self { error } else { nil }
  }
}
