internal import Foundation

/// The row of a step, a wait or a failed attempt, or of a test that may run again.
///
/// It has every key, and none is null: a text that is not known is empty, a number 0. `Docs/Guide/RecordFields.md`
/// describes them. Those of its `reasons` and of ``RecordingProcess`` are keys of the same row.
struct StepRow: RecordRow {
  enum Kind: String, Encodable {
    case attempt, step, wait
  }

  let kind: Kind
  let unit: String
  let id: String
  let stepID: String
  let parentStepID: String
  var seq = 0
  let framework: String
  let testID: String
  let arguments: String
  let testName: String
  let suite: String
  let action: String
  let file: String
  let line: Int
  let callerFile: String
  let callerLine: Int
  let depth: Int
  /// The number of the attempt; in a row of a step, the number of all attempts.
  let attempt: Int
  var maxAttempts: Int
  var actionRuns = 0
  var resets = 0
  var outcome = ""
  var cure = ""
  var attachments = ""
  var timeMs: Int64 = 0
  let startMs: Int64
  var durationMs: Int64 = 0
  var waitMs: Int64 = 0
  var limitMs: Int64 = 0
  var taxMs: Int64 = 0
  var reasons = RowReasons()

  enum CodingKeys: String, CodingKey {
    case kind, unit, id
    case stepID = "step_id"
    case parentStepID = "parent_step_id"
    case seq, framework
    case testID = "test_id"
    case arguments
    case testName = "test_name"
    case suite, action, file, line
    case callerFile = "caller_file"
    case callerLine = "caller_line"
    case depth, attempt
    case maxAttempts = "max_attempts"
    case actionRuns = "action_runs"
    case resets, outcome, cure, attachments
    case timeMs = "ts_ms"
    case startMs = "start_ms"
    case durationMs = "duration_ms"
    case waitMs = "wait_ms"
    case limitMs = "limit_ms"
    case taxMs = "tax_ms"
  }

  private init(_ kind: Kind, _ attempt: Int, since start: Duration, in event: RetryEvent, by process: RecordingProcess)
  {
    let (step, test, caller) = (event.step, event.test, event.step?.caller)
    self.kind = kind
    unit = step == nil ? "test" : "step"
    stepID = process.name(of: event.id)
    id = kind == .attempt ? "\(stepID)-a\(attempt)" : stepID
    parentStepID = event.parentID.map(process.name) ?? ""
    framework = test?.framework.rawValue ?? ""
    testID = (test?.id ?? "").inRow
    arguments = (test?.arguments ?? "").inRow
    testName = (test?.function ?? "").inRow
    suite = (test?.suite ?? "").inRow
    action = event.name.inRow
    file = (event.callSite?.pathInRepository ?? "").inRow
    line = event.callSite?.lineInRow ?? 0
    callerFile = (caller?.pathInRepository ?? "").inRow
    callerLine = caller?.lineInRow ?? 0
    depth = event.depth
    self.attempt = attempt
    maxAttempts = step.map { $0.retryAttempts == .max ? 0 : $0.retryAttempts.oneMore } ?? 1
    startMs = process.time(at: start)
  }
}

extension StepRow {
  func json(by process: RecordingProcess) throws -> Data {
    try [process.json.get(), JSONEncoder.ofRows.encode(self), reasons.json()].merged
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
    self.init(.attempt, attempt.number, since: attempt.start, in: event, by: process)
    outcome = "failed"
    actionRuns = attempt.ranAction ? 1 : 0
    reasons.setCause(of: attempt)
    attachments = attempt.attachments.paths.inRow
    reasons.setFlakiness(attempt.step.policy.flakiness)
    durationMs = attempt.elapsed.milliseconds
    waitMs = attempt.conditionTime.milliseconds
  }

  private init(
    _ report: StepReport,
    stoppedBy error: (any Error)? = nil,
    in event: RetryEvent,
    by process: RecordingProcess
  ) {
    let step = report.step
    self.init(step.isWait ? .wait : .step, report.attempts, since: report.start, in: event, by: process)
    actionRuns = report.actionRuns
    resets = report.resets
    outcome = report.outcome.name
    cure = report.outcome.cure?.rawValue ?? ""
    if let first = report.failedAttempts.first {
      reasons.setCause(of: first)
    } else if let error {
      reasons.setCause(error)
    }
    let files = report.attachments ?? (step.isWait ? report.failedAttempts.last?.attachments : nil)
    attachments = files?.paths.inRow ?? ""
    reasons.setEarlyEnd(of: report, by: error)
    reasons.setFlakiness(step.policy.flakiness)
    durationMs = report.elapsed.milliseconds
    waitMs = report.waiting.milliseconds
    limitMs = step.isWait ? step.policy.conditionTimeout.milliseconds : 0
    taxMs = report.tax.milliseconds
  }

  private init(ofTest report: TestReport, in event: RetryEvent, by process: RecordingProcess) {
    self.init(.step, report, in: event, by: process)
    outcome = report.outcome.name
    cure = report.outcome.cure?.rawValue ?? ""
    if report.outcome.abortion != nil { reasons.stoppedBy = report.wasSkipped ? "skip" : "outside" }
    taxMs = report.tax.milliseconds
  }

  private init(_ kind: Kind, _ report: TestReport, in event: RetryEvent, by process: RecordingProcess) {
    self.init(kind, report.last.number, since: report.start, in: event, by: process)
    maxAttempts = report.last.maxAttempts
    outcome = "failed"
    if let issue = report.cause { reasons.setCause(issue: issue) }
    reasons.setFlakiness(report.flakiness)
    reasons.reason = reasons.because
    durationMs = report.elapsed.milliseconds
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
      (row.seq, row.timeMs) = (index + 1, process.time(at: now))
      return try? row.line(by: process)
    }
    return AttachedFile(name: "♻️ \(report.step.name).jsonl", bytes: Array(lines.joined()))
  }
}
