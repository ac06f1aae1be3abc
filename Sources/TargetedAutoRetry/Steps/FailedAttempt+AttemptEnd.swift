extension FailedAttempt {
  init<Value, Failure>(
    _ attempt: Attempt,
    of step: Step,
    _ end: AttemptEnd<Value, Failure>,
    issues: [String],
    innermostFailure: InnerFailure?,
    limit: String?,
    start: Duration,
    end now: Duration
  ) {
    self.init(
      number: attempt.number,
      retriesRemaining: attempt.retriesRemaining,
      cause: issues.isEmpty ? end.error.map(Cause.error) ?? .condition : .issues(issues),
      innermostFailure: innermostFailure,
      elapsed: now - start,
      actionDescription: step.name,
      file: step.callSite.file.description,
      line: step.callSite.line,
      start: start,
      conditionTime: end.conditionTime(at: now),
      limit: limit
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
      cause: issues.isEmpty ? end.error.map(Cause.error) ?? cause : .issues(issues),
      innermostFailure: inner ?? innermostFailure,
      elapsed: elapsed,
      actionDescription: actionDescription,
      file: file,
      line: line,
      start: start,
      conditionTime: conditionTime,
      limit: limit
    )
  }
}
