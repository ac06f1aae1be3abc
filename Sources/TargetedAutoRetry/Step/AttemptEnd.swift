/// The end of an attempt, of its late check or of its reset steps, as a driver saw it.
enum AttemptEnd: Sendable {
  /// The condition came true; its evaluation began at that instant.
  case succeeded(since: Duration)
  /// The condition was false or threw at each look; the error is the last one thrown.
  ///
  /// Indirect, so that nested steps need less of the stack.
  indirect case conditionNotMet(ConditionLooks, (any Error)?)
  case threw(any Error)
  /// It threw an error that means *stop*.
  case stopped(any Error)
  case timedOut(after: Duration)

  /// The end by an error of the action or the reset steps.
  init(_ error: any Error, isStop: Bool) {
    self = isStop ? .stopped(error) : .threw(error)
  }

  var error: (any Error)? {
    switch self {
    case .threw(let error), .stopped(let error): error
    case .conditionNotMet(let looks, let error): looks.lastThrew ? error : nil
    case .succeeded, .timedOut: nil
    }
  }

  /// The error of an attempt that also recorded issues, unless it stands for one of them: `#require` and `XCTUnwrap`
  /// record an issue and throw.
  var errorBesideIssues: (any Error)? {
    if isStopped { return nil }
    let name = error.map { String(describing: type(of: $0)) } ?? ""
    return name == "ExpectationFailedError" || name.hasSuffix("UnwrappingOptional") ? nil : error
  }

  var hasSucceeded: Bool {
    if case .succeeded = self { true } else { false }
  }

  var isStopped: Bool {
    if case .stopped = self { true } else { false }
  }

  var isTimedOut: Bool {
    if case .timedOut = self { true } else { false }
  }

  /// The looks at a condition that is not met.
  var looks: ConditionLooks? {
    if case .conditionNotMet(let looks, _) = self { looks } else { nil }
  }

  /// The last error of the looks at a condition that is not met.
  var errorOfLooks: (any Error)? {
    if case .conditionNotMet(_, let error) = self { error } else { nil }
  }

  /// The time for which the condition was evaluated.
  func conditionTime(at now: Duration) -> Duration {
    switch self {
    case .succeeded(since: let start): now - start
    case .conditionNotMet(let looks, _): now - looks.start
    case .threw, .stopped, .timedOut: .zero
    }
  }

  /// The end of an attempt that was cancelled after that time; a skip stays a skip.
  func cancelled(after limit: Duration) -> AttemptEnd {
    if case .stopped(let error) = self, StopError.isSkip(error) { self } else { .timedOut(after: limit) }
  }

  /// The cause of the failure; nil if the condition was merely false.
  func cause(issues: [String]) -> FailedAttempt.Cause? {
    if case .timedOut(after: let limit) = self { return .timedOut(after: limit) }
    return issues.isEmpty ? error.map(FailedAttempt.Cause.error) : .issues(issues)
  }
}
