internal import Foundation

// `Docs/Guide/RecordFields.md` describes the rows. Those of kind `begin` and `end` omit empty values; others have every key.
struct Record: Sendable {
  enum Kind: String, Sendable {
    case attempt
    case step
    case wait
    case begin, end
  }

  let kind: Kind
  private var texts: [String: String] = [:]
  private var numbers: [String: Int64] = [:]

  /// - Parameter attempt: The number of the attempt; in a row of a step, the number of all attempts.
  init(_ kind: Kind, _ attempt: Int, since start: Duration, in event: RetryEvent, by process: RecordingProcess) {
    self.kind = kind
    setNames(of: event, since: start, by: process)
    let id = process.name(of: event.id)
    set("id", kind == .attempt ? "\(id)-a\(attempt)" : id)
    set("test_id", event.test?.id ?? "")
    set("arguments", event.test?.arguments ?? "")
    let caller = event.step?.caller
    set("caller_file", caller?.pathInRepository ?? "")
    set("caller_line", caller?.line ?? 0)
    set("depth", event.depth)
    set("attempt", attempt)
    set("max_attempts", event.step.map { $0.retryAttempts == .max ? 0 : $0.retryAttempts.oneMore } ?? 1)
    set("outcome", kind == .attempt ? "failed" : "")
    set("process_id", process.processID)
    set("commit", process.commit)
    set("branch", process.branch)
    set("device", process.device)
    set("os_version", process.systemVersion)
    for key in ["cure", "cause", "error_type", "error_message", "attachments", "stopped_by", "reason"] { set(key, "") }
    for key in ["inner_action", "inner_file", "inner_cause", "because", "bug", "expires"] { set(key, "") }
    for key in ["action_runs", "resets", "inner_line", "fixable"] { set(key, 0) }
    for key in ["duration_ms", "wait_ms", "limit_ms", "tax_ms"] { set(key, 0) }
  }

  init(beginOf event: RetryEvent, at now: Duration, by process: RecordingProcess) {
    kind = .begin
    setNames(of: event, since: now, by: process)
    if event.step?.isWait == true { set("unit", "wait") }
    if case .ofFeature(let added) = event.kind, case .runBegins(let number) = added.progress { set("attempt", number) }
    omitEmptyValues()
  }

  // `step` is the one whose code ended the process; `nil` if the tests had finished.
  init(endIn step: StepID?, open: [StepID], at now: Duration, by process: RecordingProcess) {
    kind = .end
    set("v", 1)
    set("kind", kind.rawValue)
    set("step_id", process.name(of: step ?? .none))
    set("open_steps", open.map(process.name).joined(separator: " "))
    set("run_id", process.runID)
    set("start_ms", process.time(at: now))
    omitEmptyValues()
  }

  private mutating func omitEmptyValues() {
    texts = texts.filter { !$0.value.isEmpty }
    numbers = numbers.filter { $0.value != 0 }
  }

  private mutating func setNames(of event: RetryEvent, since start: Duration, by process: RecordingProcess) {
    set("v", 1)
    set("kind", kind.rawValue)
    set("unit", event.step == nil ? "test" : "step")
    set("step_id", process.name(of: event.id))
    set("parent_step_id", event.parentID.map(process.name) ?? "")
    set("run_id", process.runID)
    set("shard", process.shard)
    set("os", RecordingProcess.system)
    set("arch", RecordingProcess.architecture)
    set("framework", event.test?.framework.rawValue ?? "")
    set("test_name", event.test?.function ?? "")
    set("suite", event.test?.suite ?? "")
    set("action", event.name)
    set("file", event.callSite?.pathInRepository ?? "")
    set("line", event.callSite?.line ?? 0)
    set("start_ms", process.time(at: start))
  }

  mutating func set(_ key: String, _ text: String) { texts[key] = text.inRow }

  mutating func set(_ key: String, _ number: some BinaryInteger) { numbers[key] = Int64(clamping: number) }

  mutating func setFlakiness(_ flakiness: Flakiness?) {
    guard let flakiness else { return }
    set("because", flakiness.reason)
    set("fixable", flakiness.isFixable ? 1 : 0)
    set("bug", flakiness.bug ?? "")
    set("expires", flakiness.expires ?? "")
  }
}

extension Record: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: Key.self)
    for (name, text) in texts { try row.encode(text, forKey: Key(stringValue: name)) }
    for (name, number) in numbers { try row.encode(number, forKey: Key(stringValue: name)) }
  }

  /// The row as JSON between line breaks, of which the first one ends a torn line before it.
  func line(_ seq: Int, at now: Duration, by process: RecordingProcess) throws -> Data {
    var record = self
    record.set("seq", seq)
    if ![.begin, .end].contains(kind) { record.set("ts_ms", process.time(at: now)) }
    let lineBreak = Data("\n".utf8)
    return try lineBreak + Self.encoder.encode(record) + lineBreak
  }

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    // Sorted keys would make encoding half as slow again.
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }()
}

extension [String] {
  var inRow: String {
    reduce("") { $0.utf8.count + $1.utf8.count >= String.mostInRow ? $0 : $0.isEmpty ? $1 : "\($0) \($1)" }
  }
}

extension String {
  static let mostInRow = 1024

  var inRow: String {
    let (limit, ellipsis) = (Self.mostInRow, "…")
    if utf8.count <= limit { return self }
    // A character that crosses the limit is left out.
    return String(unicodeScalars[..<utf8.index(startIndex, offsetBy: limit - ellipsis.utf8.count)]) + ellipsis
  }
}

extension Record {
  init?(_ event: RetryEvent, by process: RecordingProcess) {
    switch event.kind {
    case .attemptFailed(let attempt, retrying: _): self.init(attempt, in: event, by: process)
    case .finished(let report): self.init(report, in: event, by: process)
    case .stopped(let report, by: let error): self.init(report, stoppedBy: error, in: event, by: process)
    // What ends a test is a line of the log where its feature is.
    case .ofFeature(let added):
      switch added.progress {
      case .runFailed(let report): self.init(.attempt, report, in: event, by: process)
      case .testEnded(let report): self.init(.step, report, in: event, by: process)
      case .runBegins, nil: return nil
      }
    default: return nil
    }
  }

  /// The rows of a step that recovered, for the test report.
  static func file(of recovery: RetryEvent, at now: Duration) -> AttachedFile? {
    guard case .finished(let report) = recovery.kind else { return nil }
    let process = RecordingProcess.current
    let attempts = report.failedAttempts.map { Record($0, in: recovery, by: process) }
    let rows = attempts + [Record(report, in: recovery, by: process)]
    let lines = rows.enumerated().compactMap { try? $1.line($0 + 1, at: now, by: process) }
    return AttachedFile(name: "♻️ \(report.step.name).jsonl", bytes: Array(lines.joined()))
  }

  private init(_ kind: Kind, _ report: TestReport, in event: RetryEvent, by process: RecordingProcess) {
    self.init(kind, report.last.number, since: report.start, in: event, by: process)
    set("max_attempts", report.last.maxAttempts)
    setCause(issue: report.cause)
    setFlakiness(report.flakiness)
    set("reason", report.flakiness?.reason ?? "")
    set("duration_ms", report.elapsed.milliseconds)
    if kind == .attempt { return }
    set("outcome", report.outcome.name)
    set("cure", report.outcome.cure?.rawValue ?? "")
    if report.outcome.abortion != nil { set("stopped_by", report.wasSkipped ? "skip" : "outside") }
    set("tax_ms", report.tax.milliseconds)
  }

  init(_ attempt: FailedAttempt, in event: RetryEvent, by process: RecordingProcess) {
    self.init(.attempt, attempt.number, since: attempt.start, in: event, by: process)
    set("action_runs", attempt.ranAction ? 1 : 0)
    setCause(of: attempt)
    set("attachments", attempt.attachments.paths.inRow)
    setFlakiness(attempt.step.policy.flakiness)
    set("duration_ms", attempt.elapsed.milliseconds)
    set("wait_ms", attempt.conditionTime.milliseconds)
  }

  init(_ report: StepReport, stoppedBy error: (any Error)? = nil, in event: RetryEvent, by process: RecordingProcess) {
    let step = report.step
    let kind = step.isWait ? Kind.wait : .step
    self.init(kind, report.attempts, since: report.start, in: event, by: process)
    set("action_runs", report.actionRuns)
    set("resets", report.resets)
    set("outcome", report.outcome.name)
    set("cure", report.outcome.cure?.rawValue ?? "")
    if let first = report.failedAttempts.first { setCause(of: first) } else if let error { setCause(error) }
    let files = report.attachments ?? (step.isWait ? report.failedAttempts.last?.attachments : nil)
    set("attachments", files?.paths.inRow ?? "")
    if let error {
      set("stopped_by", error.isSkip ? "skip" : error.meansStop ? "cancellation" : "error")
      set("reason", report.text(of: error))
    } else if let end = report.earlyEnd {
      set("stopped_by", end.stoppedBy)
      set("reason", end.reason)
    }
    setFlakiness(step.policy.flakiness)
    set("duration_ms", report.elapsed.milliseconds)
    set("wait_ms", report.waiting.milliseconds)
    set("limit_ms", step.isWait ? step.policy.conditionTimeout.milliseconds : 0)
    set("tax_ms", report.tax.milliseconds)
  }
}

extension Record {
  private mutating func setCause(of attempt: FailedAttempt) {
    switch attempt.cause {
    case .condition: setCause(attempt.stableFor == nil ? "condition" : "flicker", attempt.causeText(.whole))
    case .error(let error):
      setCause(error)
      if attempt.hasThrowingChecks { set("error_message", attempt.causeText(.whole)) }
    case .timedOut: setCause("timeout", attempt.causeText(.whole))
    case .issues where attempt.isRehearsal: setCause("rehearsal", Steering.rehearsalCause)
    case .issues: setCause(issue: attempt.causeText(.record))
    }
    guard !attempt.hasOnlyOwnIssues, let inner = attempt.innermostFailure else { return }
    set("inner_action", inner.step.name)
    set("inner_file", inner.step.callSite.pathInRepository)
    set("inner_line", inner.step.callSite.line)
    set("inner_cause", inner.last.words)
  }

  private mutating func setCause(_ error: any Error) {
    setCause("error", error.text)
    // The context in the name of a private type differs between builds.
    set("error_type", String(reflecting: type(of: error)).replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: ""))
  }

  mutating func setCause(issue: String?) {
    if let issue, !issue.isEmpty { setCause("issue", issue) }
  }

  private mutating func setCause(_ cause: String, _ message: String) {
    set("cause", cause)
    set("error_message", message)
  }
}

extension StepReport {
  fileprivate var earlyEnd: (stoppedBy: String, reason: String)? {
    switch outcome {
    case .timedOut where !step.isWait: ("time", "The \(deadlineText), was reached.")
    case .aborted(.byHook(let reason)): ("hook", reason)
    case .aborted(.byInnerStep(let reason, _)): ("inner", reason)
    case .aborted(.byCancellation): ("cancellation", "The task was cancelled.")
    case .passed, .recovered, .exhausted, .timedOut, .aborted: nil
    }
  }
}
