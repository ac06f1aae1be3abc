// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The properties of a row are spelled as its keys.

internal import Foundation

/// The row of a step, a wait or a failed attempt, or of a test that may run again.
///
/// It contains every key, and no value is null: an unknown text is empty, an unknown number is 0. `Docs/Guide/RecordFields.md`
/// describes them.
struct StepRow: RecordRow {
  var keys: StepKeys
  var reasons = ReasonKeys()

  var seq: Int {
    get { keys.seq }
    set { keys.seq = newValue }
  }
}

extension StepRow {
  func json(by process: RecordingProcess) throws -> Data {
    try [process.json.get(), JSONEncoder.ofRows.encode(keys), reasons.json()].merged
  }
}

// The log lines of these events are in `logLines`, of `RetryEvent` and of the events of each feature.
extension StepRow {
  init?(_ event: RetryEvent, by process: RecordingProcess) {
    switch event.kind {
    case .attemptFailed(let attempt, retrying: _): self.init(attempt, in: event, by: process)
    case .finished(let report): self.init(report, in: event, by: process)
    case .stopped(let report, by: let error): self.init(report, stoppedBy: error, in: event, by: process)
    case .ofFeature(let added):
      switch added.progress {
      case .runFailed(let report): self.init(.attempt, report, in: event, by: process)
      case .testEnded(let report): self.init(ofTest: report, in: event, by: process)
      case .runBegins, nil: return nil
      }
    default: return nil
    }
  }

  private init(_ attempt: FailedAttempt, in event: RetryEvent, by process: RecordingProcess) {
    keys = StepKeys(.attempt, attempt.number, since: attempt.start, in: event, by: process)
    keys.outcome = "failed"
    keys.action_runs = attempt.ranAction ? 1 : 0
    reasons.setCause(of: attempt)
    keys.attachments = attempt.attachments.paths.inRow
    reasons.setFlakiness(attempt.step.policy.flakiness)
    keys.duration_ms = attempt.elapsed.milliseconds
    keys.wait_ms = attempt.condition.time.milliseconds
  }

  private init(
    _ report: StepReport,
    stoppedBy error: (any Error)? = nil,
    in event: RetryEvent,
    by process: RecordingProcess
  ) {
    let step = report.step
    keys = StepKeys(step.isWait ? .wait : .step, report.attempts, since: report.start, in: event, by: process)
    keys.action_runs = report.actionRuns
    keys.resets = report.resets
    keys.outcome = report.outcome.name
    keys.cure = report.outcome.recovery?.rawValue ?? ""
    if let first = report.failedAttempts.first {
      reasons.setCause(of: first)
    } else if let error {
      reasons.setCause(error)
    }
    let files = report.attachments ?? (step.isWait ? report.failedAttempts.last?.attachments : nil)
    keys.attachments = files?.paths.inRow ?? ""
    reasons.setEarlyEnd(of: report, by: error)
    reasons.setFlakiness(step.policy.flakiness)
    keys.duration_ms = report.elapsed.milliseconds
    keys.wait_ms = report.waiting.milliseconds
    keys.limit_ms = step.isWait ? step.policy.conditionTimeout.milliseconds : 0
    keys.tax_ms = report.tax.milliseconds
  }

  private init(ofTest report: TestReport, in event: RetryEvent, by process: RecordingProcess) {
    self.init(.step, report, in: event, by: process)
    keys.outcome = report.outcome.name
    keys.cure = report.outcome.recovery?.rawValue ?? ""
    reasons.stopped_by = report.stop?.rawValue ?? (report.outcome.abortion == nil ? "" : "outside")
    keys.tax_ms = report.tax.milliseconds
  }

  private init(_ kind: StepKeys.Kind, _ report: TestReport, in event: RetryEvent, by process: RecordingProcess) {
    keys = StepKeys(kind, report.last.number, since: report.start, in: event, by: process)
    keys.max_attempts = report.last.maxAttempts
    keys.outcome = "failed"
    if let issue = report.cause { reasons.setCause(issue: issue) }
    reasons.setFlakiness(report.flakiness)
    reasons.reason = reasons.because
    keys.duration_ms = report.elapsed.milliseconds
  }
}

extension StepRow {
  /// The rows of a step that recovered, for the test report.
  static func file(of recovery: RetryEvent, at now: Duration) -> AttachedFile? {
    guard case .finished(let report) = recovery.kind else { return nil }
    let process = RecordingProcess.current
    let attempts = report.failedAttempts.map { StepRow($0, in: recovery, by: process) }
    let rows = attempts + [StepRow(report, in: recovery, by: process)]
    let lines = rows.enumerated().compactMap { index, row in
      var row = row
      (row.keys.seq, row.keys.ts_ms) = (index + 1, process.time(at: now))
      return try? row.line(by: process)
    }
    return AttachedFile(name: "♻️ \(report.step.name).jsonl", bytes: Array(lines.joined()))
  }
}

/// The keys that say what ran, and how it ended.
struct StepKeys: Encodable {
  enum Kind: String, Encodable {
    case attempt, step, wait
  }

  let kind: Kind
  let unit: String
  let id: String
  let step_id: String
  let parent_step_id: String
  var seq = 0
  let framework: String
  let test_id: String
  let arguments: String
  let test_name: String
  let suite: String
  let action: String
  let file: String
  let line: Int
  let caller_file: String
  let caller_line: Int
  let depth: Int
  /// The number of the attempt; in a row of a step, the number of all attempts.
  let attempt: Int
  var max_attempts: Int
  var action_runs = 0
  var resets = 0
  var outcome = ""
  var cure = ""
  var attachments = ""
  var ts_ms: Int64 = 0
  let start_ms: Int64
  var duration_ms: Int64 = 0
  var wait_ms: Int64 = 0
  var limit_ms: Int64 = 0
  var tax_ms: Int64 = 0

  init(_ kind: Kind, _ attempt: Int, since start: Duration, in event: RetryEvent, by process: RecordingProcess) {
    let (step, test, caller) = (event.step, event.test, event.step?.caller)
    self.kind = kind
    unit = step == nil ? "test" : "step"
    step_id = process.name(of: event.id)
    id = kind == .attempt ? "\(step_id)-a\(attempt)" : step_id
    parent_step_id = event.parentID.map(process.name) ?? ""
    framework = test?.framework.rawValue ?? ""
    test_id = (test?.id ?? "").inRow
    arguments = (test?.arguments ?? "").inRow
    test_name = (test?.function ?? "").inRow
    suite = (test?.suite ?? "").inRow
    action = event.name.inRow
    file = (event.callSite?.pathInRepository ?? "").inRow
    line = event.callSite?.lineInRow ?? 0
    caller_file = (caller?.pathInRepository ?? "").inRow
    caller_line = caller?.lineInRow ?? 0
    depth = event.depth
    self.attempt = attempt
    max_attempts = step.map { $0.retryAttempts == .max ? 0 : $0.retryAttempts.oneMore } ?? 1
    start_ms = process.time(at: start)
  }
}

/// The keys that say why: the first cause, what ended the step early, and the documented reason of its retries.
struct ReasonKeys: Encodable, Equatable {
  var cause = ""
  var error_type = ""
  var error_message = ""
  var inner_action = ""
  var inner_file = ""
  var inner_line = 0
  var inner_cause = ""
  var stopped_by = ""
  var reason = ""
  var because = ""
  var fixable = 0
  var bug = ""
  var expires = ""

  // Most steps pass, and have none. Encoding a key is expensive, so theirs are encoded once.
  private static let none = Result { try JSONEncoder.ofRows.encode(ReasonKeys()) }

  func json() throws -> Data { self == ReasonKeys() ? try Self.none.get() : try JSONEncoder.ofRows.encode(self) }
}

extension ReasonKeys {
  mutating func setCause(of attempt: FailedAttempt) {
    switch attempt.cause {
    case .condition: setCause(attempt.stableFor == nil ? "condition" : "flicker", attempt.causeText(.whole))
    case .error(let error):
      setCause(error)
      if attempt.hasThrowingChecks { error_message = attempt.causeText(.whole).inRow }
    case .timedOut: setCause("timeout", attempt.causeText(.whole))
    case .issues where attempt.isRehearsal: setCause("rehearsal", Steering.rehearsalCause)
    case .issues: setCause(issue: attempt.causeText(.perStep))
    }
    guard !attempt.hasOnlyOwnIssues, let inner = attempt.innermostFailure else { return }
    inner_action = inner.step.name.inRow
    inner_file = inner.step.callSite.pathInRepository.inRow
    inner_line = inner.step.callSite.lineInRow
    inner_cause = inner.last.words.inRow
  }

  mutating func setCause(_ error: any Error) {
    setCause("error", error.text)
    // The context in the name of a private type differs between builds.
    error_type = String(reflecting: type(of: error)).replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "").inRow
  }

  mutating func setCause(issue: String) {
    if !issue.isEmpty { setCause("issue", issue) }
  }

  private mutating func setCause(_ cause: String, _ message: String) {
    self.cause = cause
    error_message = message.inRow
  }

  mutating func setEarlyEnd(of report: StepReport, by error: (any Error)?) {
    if let error {
      // The reset steps failed; the policy was not asked about their error.
      let isOfReset = report.outcome.isOfResetSteps && report.outcome.stop == .notRetryable
      stopped_by = isOfReset ? "reset" : report.outcome.stop?.rawValue ?? "error"
      reason = report.text(of: error).inRow
    } else if let end = report.earlyEnd {
      stopped_by = end.stoppedBy
      reason = end.reason.inRow
    }
  }

  mutating func setFlakiness(_ flakiness: Flakiness?) {
    guard let flakiness else { return }
    because = flakiness.reason.inRow
    fixable = flakiness.isFixable ? 1 : 0
    bug = (flakiness.bug ?? "").inRow
    expires = (flakiness.expires ?? "").inRow
  }
}

extension StepReport {
  fileprivate var earlyEnd: (stoppedBy: String, reason: String)? {
    switch outcome {
    case .timedOut where !step.isWait: ("time", "The \(deadlineText), was reached.")
    case .aborted(.byHook(let reason)): ("hook", reason)
    case .aborted(.byInnerStep(let reason, _)): ("inner", reason)
    case .aborted(.byCancellation): ("cancellation", "The task was canceled.")
    case .passed, .recovered, .exhausted, .timedOut, .aborted: nil
    }
  }
}
