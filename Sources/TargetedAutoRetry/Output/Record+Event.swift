extension Record {
  init?(_ event: RetryEvent, by process: RecordingProcess) {
    switch event.kind {
    case .attemptFailed(let attempt, retrying: _): self.init(attempt, in: event, by: process)
    case .attemptGoesOn(let attempt, let start, let elapsed):
      self.init(.running, attempt.number, since: start, in: event, by: process)
      setExcuse(event.step?.policy.excuse)
      durationMs = elapsed.milliseconds
    case .finished(let report) where !report.hasNotRun: self.init(report, in: event, by: process)
    case .stopped(let report, by: let error): self.init(report, stoppedBy: error, in: event, by: process)
    case .runFailed(let run): self.init(.attempt, run, in: event, by: process)
    case .testEnded(let report):
      self.init(.step, report, in: event, by: process)
      outcome = report.outcome.rawValue
      cure = report.outcome == .recovered ? Cure.retrying.rawValue : ""
      if report.outcome == .aborted { stoppedBy = report.wasSkipped ? "skip" : "outside" }
      taxMs = report.tax.milliseconds
    default: return nil
    }
  }

  init(_ attempt: FailedAttempt, in event: RetryEvent, by process: RecordingProcess) {
    self.init(.attempt, attempt.number, since: attempt.start, in: event, by: process)
    actionRuns = attempt.ranAction ? 1 : 0
    setCause(of: attempt)
    attachments = attempt.attachments.paths.joined(separator: " ")
    setExcuse(attempt.step.policy.excuse)
    durationMs = attempt.elapsed.milliseconds
    waitMs = attempt.conditionTime.milliseconds
  }

  init(_ report: StepReport, stoppedBy error: (any Error)? = nil, in event: RetryEvent, by process: RecordingProcess) {
    let step = report.step
    let kind = step.isWait ? Kind.wait : step.isRepetition ? .burnIn : .step
    self.init(kind, report.attempts, since: report.start, in: event, by: process)
    actionRuns = report.actionRuns
    resets = report.resets
    outcome = report.outcome.rawValue
    cure = report.cure?.rawValue ?? ""
    if let first = report.failedAttempts.first { setCause(of: first) } else if let error { setCause(error) }
    let files = step.isWait ? report.failedAttempts.last?.attachments : report.attachments
    attachments = files?.paths.joined(separator: " ") ?? ""
    if let error {
      stoppedBy = StopError.isSkip(error) ? "skip" : StopError.matches(error) ? "cancellation" : "error"
      reason = report.text(of: error).inRow
    } else if let end = report.earlyEnd {
      stoppedBy = end.stoppedBy
      reason = end.reason.inRow
    }
    setExcuse(step.policy.excuse)
    durationMs = report.elapsed.milliseconds
    waitMs = report.waiting.milliseconds
    limitMs = step.isWait ? step.policy.conditionTimeout.milliseconds : 0
    taxMs = report.tax.milliseconds
  }

  private init(_ kind: Kind, _ report: FlakyTestReport, in event: RetryEvent, by process: RecordingProcess) {
    self.init(kind, report.last.number, since: report.start, in: event, by: process)
    maxAttempts = report.last.most
    setCause(issue: report.cause)
    setExcuse(report.flakiness)
    reason = because
    durationMs = report.elapsed.milliseconds
  }
}

extension Record {
  private mutating func setCause(of attempt: FailedAttempt) {
    switch attempt.cause {
    case .condition: setCause(attempt.stableFor == nil ? "condition" : "flicker", attempt.causeText(.whole))
    case .error(let error):
      setCause(error)
      if attempt.hasThrowingLooks { errorMessage = attempt.causeText(.whole).inRow }
    case .timedOut: setCause("timeout", attempt.causeText(.whole))
    case .issues where attempt.isRehearsal: setCause("rehearsal", Steering.rehearsalCause)
    case .issues(let issues): setCause(issue: attempt.recordedIssue(of: issues))
    }
    guard !attempt.hasOnlyOwnIssues, let inner = attempt.innermostFailure else { return }
    innerAction = inner.step.name.inRow
    innerFile = RepositoryPath.path(of: inner.step.callSite).inRow
    innerLine = Int(clamping: inner.step.callSite.line)
    innerCause = inner.cause.inRow
  }

  private mutating func setCause(_ error: any Error) {
    setCause("error", error.text)
    // The context of a private type differs from build to build.
    errorType = String(reflecting: type(of: error)).replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "").inRow
  }

  private mutating func setCause(issue: String?) {
    if let issue, !issue.isEmpty { setCause("issue", issue) }
  }

  private mutating func setCause(_ cause: String, _ message: String) {
    self.cause = cause
    errorMessage = message.inRow
  }
}

extension StepReport {
  /// What ended the step before its attempts were used up, if no error did, and the reason in words.
  fileprivate var earlyEnd: (stoppedBy: String, reason: String)? {
    switch ending {
    case .timedOut: ("time", "The \(timeLimit), was over.")
    case .aborted(.byHook(let reason)): ("hook", reason)
    case .aborted(.byInnerStep(let reason, _)): ("inner", reason)
    case .aborted(.byCancellation): ("cancellation", "The task was cancelled.")
    case .passed, .recovered, .exhausted, .stopped, .refused, .aborted(.byEndOfTest): nil
    }
  }
}
