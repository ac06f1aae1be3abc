internal import Foundation

/// A row for machines: a step that begins, an attempt that has failed, what is over, or the end of the process.
///
/// Its keys are described in `Docs/Guide/Records.md`. Every row has every key, but for those of a begin and of
/// an end, which leave out what is empty.
struct Record: Sendable {
  enum Kind: String, Sendable {
    case attempt
    case step
    case burnIn = "burn_in"
    case wait
    case begin, end
  }

  enum Value: Sendable {
    case text(String)
    case number(Int64)

    var isEmpty: Bool {
      switch self {
      case .text(let text): text.isEmpty
      case .number(let number): number == 0
      }
    }
  }

  let kind: Kind
  /// Of two values for one key, the later counts.
  private var values: [(key: String, value: Value)] = []

  /// - Parameter attempt: The number of the attempt; in a row of a step, the number of all attempts.
  init(_ kind: Kind, _ attempt: Int, since start: Duration, in event: RetryEvent, by process: RecordingProcess) {
    self.kind = kind
    setNames(of: event, since: start, by: process)
    let id = process.name(of: event.id)
    set("id", kind == .attempt ? "\(id)-a\(attempt)" : id)
    set("test_id", event.test?.id ?? "")
    let caller = event.step.flatMap { $0.failureSite.caller == nil ? nil : $0.failureSite }
    set("caller_file", caller?.pathInRepository ?? "")
    set("caller_line", caller?.line ?? 0)
    set("depth", event.depth)
    set("attempt", attempt)
    set("max_attempts", event.step.map { $0.mostAttempts ?? 0 } ?? 1)
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
    values.removeAll { $0.value.isEmpty }
  }

  /// - Parameters:
  ///   - step: The step whose code ended the process; nil if the tests were over.
  ///   - open: The steps that were not over.
  init(endIn step: StepID?, open: [StepID], at now: Duration, by process: RecordingProcess) {
    kind = .end
    set("v", 1)
    set("kind", kind.rawValue)
    set("step_id", process.name(of: step ?? .none))
    set("open_steps", open.map(process.name).joined(separator: " "))
    set("run_id", process.runID)
    set("start_ms", process.time(at: now))
    values.removeAll { $0.value.isEmpty }
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
    set("burn_in", event.burnIn)
    set("start_ms", process.time(at: start))
  }

  mutating func set(_ key: String, _ text: String) { values.append((key, .text(text.inRow))) }

  mutating func set(_ key: String, _ number: some BinaryInteger) {
    values.append((key, .number(Int64(clamping: number))))
  }

  mutating func setExcuse(_ flakiness: Flakiness?) {
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
    for (name, value) in values {
      switch value {
      case .text(let text): try row.encode(text, forKey: Key(stringValue: name))
      case .number(let number): try row.encode(number, forKey: Key(stringValue: name))
      }
    }
  }

  /// The row as JSON on a line of its own; the first line break keeps it apart from a torn line.
  func line(_ seq: Int, at now: Duration, by process: RecordingProcess) throws -> [UInt8] {
    var record = self
    record.set("seq", seq)
    if ![.begin, .end].contains(kind) { record.set("ts_ms", process.time(at: now)) }
    let lineBreak = Data("\n".utf8)
    return try Array(lineBreak + Self.encoder.encode(record) + lineBreak)
  }

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    // To sort the keys would take a third of the time.
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }()
}

extension String {
  var inRow: String {
    let (limit, ellipsis) = (1024, "…")
    if utf8.count <= limit { return self }
    // A character across the limit is left out.
    return String(unicodeScalars[..<utf8.index(startIndex, offsetBy: limit - ellipsis.utf8.count)]) + ellipsis
  }
}
