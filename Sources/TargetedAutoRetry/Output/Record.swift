internal import Foundation

/// A row for machines: an attempt that has failed, or what is over.
///
/// Its keys and those of its ``RecordingProcess`` are described in `TargetedAutoRetry.docc/Records.md`. Every such row
/// has every key.
struct Record: Encodable, Sendable {
  enum Kind: String, Encodable, Sendable {
    case attempt
    case step
    case burnIn = "burn_in"
    case wait
  }

  let v = 1
  let kind: Kind
  let unit: String
  let id: String
  let stepID: String
  let parentStepID: String
  private var seq = 0
  let framework: String
  let testID: String
  let testName: String
  let suite: String
  let action: String
  let file: String
  let line: Int
  var callerFile = ""
  var callerLine = 0
  let depth: Int
  let burnIn: Int
  let attempt: Int
  var maxAttempts: Int
  var actionRuns = 0
  var resets = 0
  var outcome: String
  var cure = ""
  var cause = ""
  var errorType = ""
  var errorMessage = ""
  var innerAction = ""
  var innerFile = ""
  var innerLine = 0
  var innerCause = ""
  var attachments = ""
  var stoppedBy = ""
  var reason = ""
  private(set) var because = ""
  private var fixable = 0
  private var bug = ""
  private var expires = ""
  private var tsMs: Int64 = 0
  let startMs: Int64
  var durationMs: Int64 = 0
  var waitMs: Int64 = 0
  var limitMs: Int64 = 0
  var taxMs: Int64 = 0

  private enum CodingKeys: String, CodingKey {
    case v, kind, unit, id
    case stepID = "step_id"
    case parentStepID = "parent_step_id"
    case seq, framework
    case testID = "test_id"
    case testName = "test_name"
    case suite, action, file, line
    case callerFile = "caller_file"
    case callerLine = "caller_line"
    case depth
    case burnIn = "burn_in"
    case attempt
    case maxAttempts = "max_attempts"
    case actionRuns = "action_runs"
    case resets, outcome, cure, cause
    case errorType = "error_type"
    case errorMessage = "error_message"
    case innerAction = "inner_action"
    case innerFile = "inner_file"
    case innerLine = "inner_line"
    case innerCause = "inner_cause"
    case attachments
    case stoppedBy = "stopped_by"
    case reason, because, fixable, bug, expires
    case tsMs = "ts_ms"
    case startMs = "start_ms"
    case durationMs = "duration_ms"
    case waitMs = "wait_ms"
    case limitMs = "limit_ms"
    case taxMs = "tax_ms"
  }

  /// - Parameter attempt: The number of the attempt; in a row of a step, the number of all attempts.
  init(_ kind: Kind, _ attempt: Int, since start: Duration, in event: RetryEvent, by process: RecordingProcess) {
    self.kind = kind
    unit = event.step == nil ? "test" : "step"
    stepID = process.name(of: event.id)
    id = [.step, .wait, .burnIn].contains(kind) ? stepID : "\(stepID)-\(kind.rawValue.prefix(1))\(attempt)"
    outcome = kind == .attempt ? "failed" : ""
    parentStepID = event.parentID.map(process.name) ?? ""
    framework = event.test?.framework.rawValue ?? ""
    testID = event.test?.id.inRow ?? ""
    testName = event.test?.function.inRow ?? ""
    suite = event.test?.suite.inRow ?? ""
    action = event.name.inRow
    file = event.callSite.map(RepositoryPath.path)?.inRow ?? ""
    line = Int(clamping: event.callSite?.line ?? 0)
    if let site = event.step?.failureSite, site.caller != nil {
      callerFile = RepositoryPath.path(of: site).inRow
      callerLine = Int(clamping: site.line)
    }
    depth = event.depth
    burnIn = event.burnIn
    self.attempt = attempt
    maxAttempts = event.step.map { $0.mostAttempts ?? 0 } ?? 1
    startMs = process.time(at: start)
  }

  mutating func setExcuse(_ flakiness: Flakiness?) {
    guard let flakiness else { return }
    because = flakiness.reason.inRow
    fixable = flakiness.isFixable ? 1 : 0
    bug = flakiness.bug?.inRow ?? ""
    expires = flakiness.expires ?? ""
  }
}

extension Record {
  func line(_ seq: Int, at now: Duration, by process: RecordingProcess) throws -> [UInt8] {
    var record = self
    record.seq = seq
    record.tsMs = process.time(at: now)
    return try Row(record: record, process: process).asLine()
  }

  private struct Row: Encodable {
    let record: Record
    let process: RecordingProcess

    func encode(to encoder: any Encoder) throws {
      try record.encode(to: encoder)
      try process.encode(to: encoder)
    }
  }
}

extension Encodable {
  /// The row as JSON on a line of its own; the first line break keeps it apart from a torn line.
  func asLine() throws -> [UInt8] {
    let lineBreak = Data("\n".utf8)
    return try Array(lineBreak + encoder.encode(self) + lineBreak)
  }
}

private let encoder: JSONEncoder = {
  let encoder = JSONEncoder()
  // To sort the keys would take a third of the time.
  encoder.outputFormatting = .withoutEscapingSlashes
  return encoder
}()

extension String {
  var inRow: String {
    let (limit, ellipsis) = (1024, "…")
    if utf8.count <= limit { return self }
    // A character across the limit is left out.
    return String(unicodeScalars[..<utf8.index(startIndex, offsetBy: limit - ellipsis.utf8.count)]) + ellipsis
  }
}
