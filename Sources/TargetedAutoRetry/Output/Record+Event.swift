extension Record {
  init?(_ event: RetryEvent, by process: RecordingProcess) {
    switch event.kind {
    case .attemptFailed(let attempt, retrying: _): self.init(attempt, in: event, by: process)
    case .finished(let report) where !report.hasNotRun: self.init(report, in: event, by: process)
    case .stopped(let report, by: let error): self.init(report, stoppedBy: error, in: event, by: process)
    case .runFailed(let run): self.init(.attempt, run, in: event, by: process)
    case .testEnded(let report):
      self.init(.step, report, in: event, by: process)
      set("outcome", report.outcome.rawValue)
      set("cure", report.outcome == .recovered ? Cure.retrying.rawValue : "")
      if report.outcome == .aborted { set("stopped_by", report.wasSkipped ? "skip" : "outside") }
      set("tax_ms", report.tax.milliseconds)
    default: return nil
    }
  }

  init(_ attempt: FailedAttempt, in event: RetryEvent, by process: RecordingProcess) {
    self.init(.attempt, attempt.number, since: attempt.start, in: event, by: process)
    set("action_runs", attempt.ranAction ? 1 : 0)
    setCause(of: attempt)
    set("attachments", attempt.attachments.paths.joined(separator: " "))
    setExcuse(attempt.step.policy.excuse)
    set("duration_ms", attempt.elapsed.milliseconds)
    set("wait_ms", attempt.conditionTime.milliseconds)
  }

  init(_ report: StepReport, stoppedBy error: (any Error)? = nil, in event: RetryEvent, by process: RecordingProcess) {
    let step = report.step
    let kind = step.isWait ? Kind.wait : step.isRepetition ? .burnIn : .step
    self.init(kind, report.attempts, since: report.start, in: event, by: process)
    set("action_runs", report.actionRuns)
    set("resets", report.resets)
    set("outcome", report.outcome.rawValue)
    set("cure", report.cure?.rawValue ?? "")
    if let first = report.failedAttempts.first { setCause(of: first) } else if let error { setCause(error) }
    let files = step.isWait ? report.failedAttempts.last?.attachments : report.attachments
    set("attachments", files?.paths.joined(separator: " ") ?? "")
    if let error {
      set("stopped_by", error.isSkip ? "skip" : error.meansStop ? "cancellation" : "error")
      set("reason", report.text(of: error))
    } else if let end = report.earlyEnd {
      set("stopped_by", end.stoppedBy)
      set("reason", end.reason)
    }
    setExcuse(step.policy.excuse)
    set("duration_ms", report.elapsed.milliseconds)
    set("wait_ms", report.waiting.milliseconds)
    set("limit_ms", step.isWait ? step.policy.conditionTimeout.milliseconds : 0)
    set("tax_ms", report.tax.milliseconds)
  }

  private init(_ kind: Kind, _ report: FlakyTestReport, in event: RetryEvent, by process: RecordingProcess) {
    self.init(kind, report.last.number, since: report.start, in: event, by: process)
    set("max_attempts", report.last.most)
    setCause(issue: report.cause)
    setExcuse(report.flakiness)
    set("reason", report.flakiness?.reason ?? "")
    set("duration_ms", report.elapsed.milliseconds)
  }
}

extension Record {
  private mutating func setCause(of attempt: FailedAttempt) {
    switch attempt.cause {
    case .condition: setCause(attempt.stableFor == nil ? "condition" : "flicker", attempt.causeText(.whole))
    case .error(let error):
      setCause(error)
      if attempt.hasThrowingLooks { set("error_message", attempt.causeText(.whole)) }
    case .timedOut: setCause("timeout", attempt.causeText(.whole))
    case .issues where attempt.isRehearsal: setCause("rehearsal", Steering.rehearsalCause)
    case .issues(let issues): setCause(issue: attempt.recordedIssue(of: issues))
    }
    guard !attempt.hasOnlyOwnIssues, let inner = attempt.innermostFailure else { return }
    set("inner_action", inner.step.name)
    set("inner_file", inner.step.callSite.pathInRepository)
    set("inner_line", inner.step.callSite.line)
    set("inner_cause", inner.cause)
  }

  private mutating func setCause(_ error: any Error) {
    setCause("error", error.text)
    // The context of a private type differs from build to build.
    set("error_type", String(reflecting: type(of: error)).replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: ""))
  }

  private mutating func setCause(issue: String?) {
    if let issue, !issue.isEmpty { setCause("issue", issue) }
  }

  private mutating func setCause(_ cause: String, _ message: String) {
    set("cause", cause)
    set("error_message", message)
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
