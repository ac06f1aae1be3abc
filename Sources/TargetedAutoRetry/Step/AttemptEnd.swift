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

extension FailedAttempt {
  init<Value, Failure>(
    _ attempt: Attempt,
    of step: Step,
    _ end: AttemptEnd<Value, Failure>,
    issues: [String],
    isRehearsal: Bool,
    innermostFailure: InnerFailure?,
    limit: String?,
    attachments: StepAttachments,
    start: Duration,
    end now: Duration
  ) {
    self.init(
      number: attempt.number,
      retriesRemaining: attempt.retriesRemaining,
      cause: isRehearsal ? .issues([Steering.rehearsal]) : Cause(end, issues: issues) ?? .condition,
      innermostFailure: innermostFailure,
      elapsed: now - start,
      actionDescription: step.name,
      file: step.callSite.file.description,
      line: step.callSite.line,
      isRehearsal: isRehearsal,
      attachments: attachments,
      start: start,
      conditionTime: end.conditionTime(at: now),
      limit: limit,
      rejectedValue: step.failure == .isThrown ? end.rejectedValue.map(ValueText.of) : nil,
      stableFor: end.looks?.wasTrue == true ? step.policy.plan.stableFor : nil
    )
  }

  /// The same attempt after its late check, which was more than false.
  func ended<Value, Failure>(
    by end: AttemptEnd<Value, Failure>,
    issues: [String],
    innermostFailure inner: InnerFailure?
  ) -> FailedAttempt {
    FailedAttempt(
      number: number,
      retriesRemaining: retriesRemaining,
      cause: Cause(end, issues: issues) ?? cause,
      innermostFailure: inner ?? innermostFailure,
      elapsed: elapsed,
      actionDescription: actionDescription,
      file: file,
      line: line,
      isRehearsal: isRehearsal,
      attachments: attachments,
      start: start,
      conditionTime: conditionTime,
      limit: limit,
      rejectedValue: rejectedValue,
      stableFor: stableFor
    )
  }
}

extension FailedAttempt.Cause {
  /// Nil where the condition was false, and no more.
  fileprivate init?<Value, Failure>(_ end: AttemptEnd<Value, Failure>, issues: [String]) {
    if case .timedOut(after: let limit) = end {
      self = .timedOut(after: limit)
    } else if !issues.isEmpty {
      self = .issues(issues)
    } else if let error = end.error {
      self = .error(error)
    } else {
      return nil
    }
  }
}
