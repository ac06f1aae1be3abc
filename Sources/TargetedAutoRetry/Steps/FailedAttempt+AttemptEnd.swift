extension FailedAttempt {
  init<Value, Failure>(
    _ attempt: Attempt,
    of step: Step,
    _ end: AttemptEnd<Value, Failure>,
    issues: [String],
    isRehearsal: Bool,
    innermostFailure: InnerFailure?,
    limit: String?,
    attachments: AttemptAttachments,
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
