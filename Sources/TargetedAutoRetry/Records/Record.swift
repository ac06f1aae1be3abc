/// A row for machines: a failed attempt, or a finished step.
///
/// The format is described in `TargetedAutoRetry.docc/Records.md`.
struct Record: Sendable {
  enum Kind: String, Sendable {
    /// A failed attempt, written at once.
    case attempt
    /// A finished step, written once, even if it passed.
    case step
    /// A repetition of the step in a burn-in.
    case burnIn = "burn_in"
    /// A finished wait, written once, even if its condition came true.
    case wait
  }

  enum Unit: String, Sendable {
    case step
    /// A whole test with a flaky scope; its runs are the attempts.
    case test
  }

  /// The reason why a step or a test ended before its attempts were used up.
  enum Stop: String, Sendable {
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
  }

  let kind: Kind
  let unit: Unit
  /// The event that the row is made of.
  let event: RetryEvent
  /// The number of the attempt; in a row of a step, the number of all attempts.
  let attempt: Int
  let maxAttempts: Int
  /// The number of times that the main action ran.
  var actionRuns = 0
  /// The number of times that the reset steps of a step ran.
  var resets = 0
  let outcome: String
  var cure: Cure?
  /// Nil if nothing has failed.
  let cause: Cause?
  /// The paths of the files of an attempt, relative to the folder of the records.
  var attachments: [String] = []
  /// The early end of the step, if there was one.
  var stop: Stop?
  /// The reason for the end of the step, or for the flakiness of a test.
  var reason = ""
  var flakiness: Flakiness?
  /// The instant at which the attempt or the step began.
  let start: Duration
  let duration: Duration
  var waiting = Duration.zero
  /// The time limit of a wait.
  var limit = Duration.zero
  var tax = Duration.zero

  /// The cause of a failed attempt; for a step, of its first failed attempt.
  struct Cause: Sendable {
    var kind = ""
    var errorType = ""
    var message = ""
    /// The inner step in which the attempt failed, if there is one.
    var inner: FailedAttempt.InnerFailure?
  }
}

extension Record {
  /// True if such an event has a row.
  static func isMade(of kind: RetryEvent.Kind) -> Bool {
    switch kind {
    case .attemptFailed, .finished, .stopped, .rerun, .testEnded: true
    default: false
    }
  }

  /// The row for an event; nil for an event without one.
  init?(_ event: RetryEvent) {
    switch event.kind {
    case .attemptFailed(let attempt, retrying: _): self.init(attempt, in: event)
    case .finished(let report): self.init(report, in: event)
    case .stopped(let report, by: let error): self.init(report, stoppedBy: error, in: event)
    case .rerun(let run): self.init(run, in: event)
    case .testEnded(let report): self.init(report, in: event)
    case .mainAction, .successCondition, .firstLook, .actionNotNeeded, .waitBegins, .burnIn, .burnedIn,
      .burnInNeedsResetSteps, .issueWithheld,
      .assertionNotWithheld,
      .attached, .attachmentRefused, .attemptTimeLimitHasNoEffect, .attemptIsOverdue, .wait, .lateCheck, .resetSteps,
      .issueNotWithheld, .lateCheckFailed, .flakyScopeExpired, .nestIsLarge:
      return nil
    }
  }

  init(_ attempt: FailedAttempt, in event: RetryEvent) {
    self.init(
      kind: .attempt,
      unit: .step,
      event: event,
      attempt: attempt.number,
      maxAttempts: event.step?.retryAttempts.oneMore ?? 0,
      actionRuns: attempt.facts.ranAction ? 1 : 0,
      outcome: Self.failed,
      cause: Cause(attempt),
      attachments: attempt.facts.attachments.paths(of: AttachmentOwner(attempt: attempt.number)),
      flakiness: attempt.step.policy.excuse,
      start: attempt.facts.start,
      duration: attempt.elapsed,
      waiting: attempt.facts.conditionTime
    )
  }

  init(_ report: StepReport, stoppedBy error: (any Error)? = nil, in event: RetryEvent) {
    let isWait = report.step.isWait
    let attachments = report.failedAttempts.last?.facts.attachments
    self.init(
      kind: isWait ? .wait : report.step.isBurnIn ? .burnIn : .step,
      unit: .step,
      event: event,
      attempt: report.attempts,
      maxAttempts: report.step.retryAttempts.oneMore,
      actionRuns: report.history.actionRuns,
      resets: report.history.resets,
      outcome: report.outcome.rawValue,
      cure: report.cure,
      cause: report.failedAttempts.first.map(Cause.init) ?? error.map(Cause.init),
      attachments: (isWait ? attachments?.paths(of: AttachmentOwner(attempt: 1)) : attachments?.pathsOfSuccess) ?? [],
      stop: error.map(Stop.init) ?? report.stop,
      reason: error.map(report.text) ?? report.reason,
      flakiness: report.step.policy.excuse,
      start: report.history.start,
      duration: report.elapsed,
      waiting: report.history.waiting,
      limit: isWait ? report.step.policy.conditionTimeout : .zero,
      tax: report.tax
    )
  }

  private init(_ run: FailedRun, in event: RetryEvent) {
    self.init(
      kind: .attempt,
      unit: .test,
      event: event,
      attempt: run.attempt.number,
      maxAttempts: run.flakiness.maxRetryCount.oneMore,
      outcome: Self.failed,
      cause: Cause(issue: run.issues.first),
      reason: run.flakiness.reason,
      flakiness: run.flakiness,
      start: run.start,
      duration: run.elapsed
    )
  }

  private init(_ report: FlakyTestReport, in event: RetryEvent) {
    self.init(
      kind: .step,
      unit: .test,
      event: event,
      attempt: report.runs,
      maxAttempts: report.maxRuns,
      outcome: report.outcome.rawValue,
      cure: report.outcome == .recovered ? .retrying : nil,
      cause: Cause(issue: report.firstIssue),
      stop: report.wasSkipped ? .skip : report.outcome == .aborted ? .outside : nil,
      reason: report.flakiness.reason,
      flakiness: report.flakiness,
      start: report.start,
      duration: report.elapsed,
      tax: report.tax
    )
  }

  private static let failed = "failed"
}

extension Record.Cause {
  fileprivate init(_ attempt: FailedAttempt) {
    switch attempt.cause {
    case .condition:
      self.init(kind: attempt.facts.stableFor == nil ? "condition" : "flicker", message: attempt.causeText(.whole))
    case .error(let error):
      self.init(error)
      if attempt.facts.throwingLooks != nil { message = attempt.causeText(.whole) }
    case .timedOut: self.init(kind: "timeout", message: attempt.causeText(.whole))
    case .issues where attempt.facts.isRehearsal: self.init(kind: "rehearsal", message: Steering.rehearsal)
    case .issues(let issues): self = Self(issue: attempt.recordedIssue(of: issues)) ?? Self()
    }
    inner = attempt.hasOnlyOwnIssues ? nil : attempt.innermostFailure
  }

  fileprivate init(_ error: any Error) {
    // The context of a private type differs from build to build.
    let type = String(reflecting: type(of: error)).replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
    self.init(kind: "error", errorType: type, message: error.text)
  }

  fileprivate init?(issue: String?) {
    guard let issue, !issue.isEmpty else { return nil }
    self.init(kind: "issue", message: issue)
  }
}

extension Record.Stop {
  /// - Parameter error: The error that ended a step and went to its caller.
  fileprivate init(_ error: any Error) {
    self = StopError.isSkip(error) ? .skip : StopError.matches(error) ? .cancellation : .error
  }
}

extension StepReport {
  /// The reason why a step ended before its attempts were used up.
  fileprivate var stop: Record.Stop? {
    switch ending {
    case .timedOut: .time
    case .aborted(.byHook): .hook
    case .aborted(.byInnerStep): .inner
    case .aborted(.byCancellation): .cancellation
    case .passed, .recovered, .exhausted, .stopped, .refused: nil
    }
  }

  /// The reason in words.
  fileprivate var reason: String {
    switch ending {
    case .timedOut: "The \(timeLimit), was over."
    case .aborted(.byHook(let reason)): reason
    case .aborted(.byInnerStep(let inner)): inner.reason
    case .aborted(.byCancellation): "The task was cancelled."
    case .passed, .recovered, .exhausted, .stopped, .refused: ""
    }
  }
}
