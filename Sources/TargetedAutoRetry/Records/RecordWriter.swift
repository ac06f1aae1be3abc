internal import Foundation

/// Writes the records of a process, each as a line of JSON with line breaks on both sides.
///
/// Every key is in every row. Fields that many rows share are encoded once.
final class RecordWriter {
  static let version: Int64 = 1

  let process: RecordingProcess
  /// The moment that instants count from, in Unix time.
  private let origin: Int64
  private(set) var rows = 0
  /// The last row.
  let bytes = ByteBuffer()
  private var test: RunningTest?
  private var testFields = noTest

  init(_ process: RecordingProcess, origin: Date) {
    self.process = process
    self.origin = Int64((origin.timeIntervalSince1970 * 1_000).rounded())
  }

  /// - Parameter now: The instant at which the row is written.
  func write(_ record: Record, at now: Duration) {
    rows += 1
    let event = record.event
    let line = JSONLine(in: bytes)
    line.add("v", Self.version)
    line.add("kind", record.kind.rawValue)
    line.add("unit", record.unit.rawValue)
    line.add("id") { bytes in
      process.writeName(of: event.id, to: bytes)
      if record.kind == .attempt {
        bytes.append("-a")
        bytes.append(Int64(record.attempt))
      }
    }
    line.add("step_id") { process.writeName(of: event.id, to: $0) }
    line.add("parent_step_id") { bytes in
      if let parent = event.parentID { process.writeName(of: parent, to: bytes) }
    }
    line.add(process.run)
    line.add("seq", Int64(rows))
    line.add(fields(of: event.test))
    line.add("action", event.name)
    line.add("file", event.callSite.map(RepositoryPath.path) ?? "")
    line.add("line", Int64(clamping: event.callSite?.line ?? 0))
    line.add("depth", Int64(event.depth))
    line.add("burn_in", Int64(event.burnIn))
    line.add("attempt", Int64(record.attempt))
    line.add("max_attempts", Int64(record.maxAttempts))
    line.add("action_runs", Int64(record.actionRuns))
    line.add("resets", Int64(record.resets))
    line.add("outcome", record.outcome)
    line.add("cure", record.cure?.rawValue ?? "")
    if let cause = record.cause { line.add(cause) } else { line.add(Self.noCause) }
    line.add("attachments", record.attachments.isEmpty ? "" : record.attachments.joined(separator: " "))
    line.add("stopped_by", record.stop?.rawValue ?? "")
    line.add("reason", record.reason)
    if let flakiness = record.flakiness { line.add(flakiness) } else { line.add(Self.noFlakiness) }
    line.add("ts_ms", milliseconds(of: now))
    line.add("start_ms", milliseconds(of: record.start))
    line.add("duration_ms", record.duration.milliseconds)
    line.add("wait_ms", record.waiting.milliseconds)
    line.add("limit_ms", record.limit.milliseconds)
    line.add("tax_ms", record.tax.milliseconds)
    line.add(process.machine)
    line.end()
  }

  /// An instant in Unix time.
  private func milliseconds(of instant: Duration) -> Int64 {
    let (sum, isTooLarge) = origin.addingReportingOverflow(instant.milliseconds)
    return isTooLarge ? .max : sum
  }

  private func fields(of test: RunningTest?) -> JSONLine.Fields {
    if test == self.test { return testFields }
    self.test = test
    testFields = test.map { test in JSONLine.Fields { $0.add(test) } } ?? Self.noTest
    return testFields
  }

  private static let noTest = JSONLine.Fields { line in
    for key: StaticString in ["framework", "test_id", "test_name", "suite"] { line.add(key, "") }
  }
  private static let noCause = JSONLine.Fields { $0.add(Record.Cause()) }
  private static let noFlakiness = JSONLine.Fields { line in
    line.add("because", "")
    line.add("fixable", 0)
    line.add("bug", "")
    line.add("expires", "")
  }
}

extension JSONLine {
  fileprivate func add(_ test: RunningTest) {
    add("framework", test.framework.rawValue)
    add("test_id", test.id)
    add("test_name", test.function)
    add("suite", test.suite)
  }

  fileprivate func add(_ cause: Record.Cause) {
    add("cause", cause.kind)
    add("error_type", cause.errorType)
    add("error_message", cause.message)
    add("inner_action", cause.inner?.actionDescription ?? "")
    add("inner_file", cause.inner.map { RepositoryPath.path(of: $0.file) } ?? "")
    add("inner_line", cause.inner.map { Int64(clamping: $0.line) } ?? 0)
    add("inner_cause", cause.inner?.cause ?? "")
  }

  fileprivate func add(_ flakiness: Flakiness) {
    add("because", flakiness.reason)
    add("fixable", flakiness.isFixable ? 1 : 0)
    add("bug", flakiness.bug ?? "")
    add("expires", flakiness.expires ?? "")
  }
}
