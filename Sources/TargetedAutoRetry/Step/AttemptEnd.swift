/// The end of an attempt, of its late check or of its reset steps, as a driver saw it.
enum AttemptEnd: Sendable {
  /// The condition came true; its evaluation began at that instant.
  case succeeded(since: Duration)
  /// Indirect, so that nested steps need less of the stack.
  indirect case conditionNotMet(ConditionLooks)
  case threw(any Error)
  case stopped(any Error)
  case timedOut(after: Duration)

  var error: (any Error)? {
    switch self {
    case .threw(let error), .stopped(let error): error
    case .conditionNotMet(let looks): looks.lastThrew ? looks.error : nil
    case .succeeded, .timedOut: nil
    }
  }

  /// The error of an attempt that also recorded issues, unless it stands for one of them.
  var errorBesideIssues: (any Error)? {
    guard !isStopped, let error, !Self.standsForIssue(error) else { return nil }
    return (error as? RetryExhausted)?.report.failsTest == true ? nil : error
  }

  /// True for an error of `#require` or `XCTUnwrap`, which record an issue and throw.
  static func standsForIssue(_ error: any Error) -> Bool {
    let name = String(describing: type(of: error))
    return name == "ExpectationFailedError" || name.hasSuffix("UnwrappingOptional")
  }

  var hasSucceeded: Bool {
    if case .succeeded = self { true } else { false }
  }

  var isStopped: Bool {
    if case .stopped = self { true } else { false }
  }

  var looks: ConditionLooks? {
    if case .conditionNotMet(let looks) = self { looks } else { nil }
  }

  func conditionTime(at now: Duration) -> Duration {
    switch self {
    case .succeeded(since: let start): now - start
    case .conditionNotMet(let looks): now - looks.start
    case .threw, .stopped, .timedOut: .zero
    }
  }

  /// The end of an attempt that was cancelled after that time; a skip stays a skip.
  func cancelled(after limit: Duration) -> AttemptEnd {
    if case .stopped(let error) = self, StopError.isSkip(error) { self } else { .timedOut(after: limit) }
  }

  func cause(issues: [String]) -> FailedAttempt.Cause? {
    if case .timedOut(after: let limit) = self { return .timedOut(after: limit) }
    return issues.isEmpty ? error.map(FailedAttempt.Cause.error) : .issues(issues)
  }
}
