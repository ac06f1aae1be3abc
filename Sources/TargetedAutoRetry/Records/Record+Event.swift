extension Record {
  /// True if such an event has a row.
  static func isMade(of kind: RetryEvent.Kind) -> Bool {
    switch kind {
    case .attemptFailed, .finished, .stopped, .runFailed, .testEnded: true
    default: false
    }
  }

  /// The row of an event; nil for an event without one.
  init?(_ event: RetryEvent, by process: RecordingProcess) {
    switch event.kind {
    case .attemptFailed(let attempt, retrying: _): self.init(attempt, in: event, by: process)
    case .finished(let report): self.init(report, in: event, by: process)
    case .stopped(let report, by: let error): self.init(report, stoppedBy: error, in: event, by: process)
    case .runFailed(let run): self.init(run, in: event, by: process)
    case .testEnded(let report): self.init(report, in: event, by: process)
    default: return nil
    }
  }

  init(_ attempt: FailedAttempt, in event: RetryEvent, by process: RecordingProcess) {
    self.init(
      .attempt,
      attempt: attempt.number,
      of: attempt.step.retryAttempts.oneMore,
      start: attempt.facts.start,
      duration: attempt.elapsed,
      attempt.step.policy.excuse,
      in: event,
      by: process
    )
    actionRuns = attempt.facts.ranAction ? 1 : 0
    setCause(of: attempt)
    attachments = attempt.facts.attachments.paths(of: AttachmentOwner(attempt: attempt.number)).joined(separator: " ")
    waiting = attempt.facts.conditionTime.milliseconds
  }

  init(_ report: StepReport, stoppedBy error: (any Error)? = nil, in event: RetryEvent, by process: RecordingProcess) {
    let isWait = report.step.isWait
    self.init(
      isWait ? .wait : report.step.isBurnIn ? .burnIn : .step,
      attempt: report.attempts,
      of: report.step.retryAttempts.oneMore,
      start: report.history.start,
      duration: report.elapsed,
      report.step.policy.excuse,
      in: event,
      by: process
    )
    actionRuns = report.history.actionRuns
    resets = report.history.resets
    outcome = report.outcome.rawValue
    cure = report.cure?.rawValue ?? ""
    if let first = report.failedAttempts.first { setCause(of: first) } else if let error { setCause(error) }
    let files = report.failedAttempts.last?.facts.attachments
    attachments =
      (isWait ? files?.paths(of: AttachmentOwner(attempt: 1)) : files?.pathsOfSuccess)?.joined(separator: " ") ?? ""
    if let error {
      stop(by: Stop(error), report.text(of: error))
    } else if let (stop, reason) = report.earlyEnd {
      self.stop(by: stop, reason)
    }
    waiting = report.history.waiting.milliseconds
    limit = isWait ? report.step.policy.conditionTimeout.milliseconds : 0
    tax = report.tax.milliseconds
  }

  private init(_ run: FailedRun, in event: RetryEvent, by process: RecordingProcess) {
    self.init(
      .attempt,
      attempt: run.attempt.number,
      of: run.attempt.most,
      start: run.start,
      duration: run.elapsed,
      run.flakiness,
      in: event,
      by: process
    )
    setCause(issue: run.cause)
    reason = because
  }

  private init(_ report: FlakyTestReport, in event: RetryEvent, by process: RecordingProcess) {
    self.init(
      .step,
      attempt: report.last.number,
      of: report.last.most,
      start: report.start,
      duration: report.elapsed,
      report.flakiness,
      in: event,
      by: process
    )
    outcome = report.outcome.rawValue
    cure = report.outcome == .recovered ? Cure.retrying.rawValue : ""
    setCause(issue: report.cause)
    if report.outcome == .aborted { stoppedBy = (report.ending == .skipped ? Stop.skip : .outside).rawValue }
    reason = because
    tax = report.tax.milliseconds
  }
}

// The cause of a failed attempt; for a step, of its first failed attempt.
extension Record {
  private mutating func setCause(of attempt: FailedAttempt) {
    switch attempt.cause {
    case .condition: setCause(attempt.facts.stableFor == nil ? "condition" : "flicker", attempt.causeText(.whole))
    case .error(let error):
      setCause(error)
      if attempt.facts.throwingLooks != nil { errorMessage = attempt.causeText(.whole).inRow }
    case .timedOut: setCause("timeout", attempt.causeText(.whole))
    case .issues where attempt.facts.isRehearsal: setCause("rehearsal", Steering.rehearsal)
    case .issues(let issues): setCause(issue: attempt.recordedIssue(of: issues))
    }
    guard !attempt.hasOnlyOwnIssues, let inner = attempt.innermostFailure else { return }
    innerAction = inner.actionDescription.inRow
    innerFile = RepositoryPath.path(of: inner.file).inRow
    innerLine = Int(clamping: inner.line)
    innerCause = inner.cause.inRow
  }

  private mutating func setCause(_ error: any Error) {
    setCause("error", error.text)
    // The context of a private type differs from build to build.
    let type = String(reflecting: type(of: error)).replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
    errorType = type.inRow
  }

  private mutating func setCause(issue: String?) {
    if let issue, !issue.isEmpty { setCause("issue", issue) }
  }

  private mutating func setCause(_ cause: String, _ message: String) {
    (self.cause, errorMessage) = (cause, message.inRow)
  }
}

// The reason why a step or a test ended before its attempts were used up.
extension Record {
  fileprivate enum Stop: String {
    /// An abort of the step's `recoveryAction(after:)`.
    case hook
    /// An abort of an inner step.
    case inner
    /// A non-retryable error, or one of the reset steps.
    case error
    case skip
    case cancellation
    case time
    /// A failure of the test outside its flaky scopes.
    case outside

    /// - Parameter error: The error that ended a step and went to its caller.
    init(_ error: any Error) {
      self = StopError.isSkip(error) ? .skip : StopError.matches(error) ? .cancellation : .error
    }
  }

  private mutating func stop(by stop: Stop, _ reason: String) {
    (stoppedBy, self.reason) = (stop.rawValue, reason.inRow)
  }
}

extension StepReport {
  /// The early end of a step that no error ended, and its reason in words.
  fileprivate var earlyEnd: (Record.Stop, reason: String)? {
    switch ending {
    case .timedOut: (.time, "The \(timeLimit), was over.")
    case .aborted(.byHook(let reason)): (.hook, reason)
    case .aborted(.byInnerStep(let inner)): (.inner, inner.reason)
    case .aborted(.byCancellation): (.cancellation, "The task was cancelled.")
    case .passed, .recovered, .exhausted, .stopped, .refused: nil
    }
  }
}
