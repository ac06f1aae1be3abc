internal import Foundation

extension Record {
  static let version: Int64 = 1

  /// The row as a line of JSON; every key is in every row.
  ///
  /// - Parameters:
  ///   - number: 1 for the first row of a process.
  ///   - now: The instant at which the row is written.
  ///   - origin: The moment that instants count from.
  func json(_ number: Int, by process: RecordingProcess, at now: Duration, since origin: Date) -> JSONLine {
    var line = JSONLine()
    let step = process.name(of: stepID)
    line.add("v", Self.version)
    line.add("kind", kind.rawValue)
    line.add("unit", unit.rawValue)
    line.add("id", kind == .attempt ? "\(step)-a\(attempt)" : step)
    line.add("step_id", step)
    line.add("parent_step_id", parentStepID.map(process.name) ?? "")
    line.add("run_id", process.runID)
    line.add("shard", process.shard)
    line.add("process_id", Int64(process.id))
    line.add("seq", Int64(number))
    line.add("framework", test?.framework.rawValue ?? "")
    line.add("test_id", test?.id ?? "")
    line.add("test_name", test?.function ?? "")
    line.add("suite", test?.suite ?? "")
    line.add("action", action)
    line.add("file", RepositoryPath.path(of: callSite))
    line.add("line", Int64(clamping: callSite.line))
    line.add("depth", Int64(depth))
    line.add("attempt", Int64(attempt))
    line.add("max_attempts", Int64(maxAttempts))
    line.add("resets", Int64(resets))
    line.add("outcome", outcome)
    line.add("cure", cure?.rawValue ?? "")
    line.add("cause", cause.kind)
    line.add("error_type", cause.errorType)
    line.add("error_message", cause.message)
    line.add("inner_action", cause.inner?.actionDescription ?? "")
    line.add("inner_file", cause.inner.map { RepositoryPath.path(of: $0.file) } ?? "")
    line.add("inner_line", cause.inner.map { Int64(clamping: $0.line) } ?? 0)
    line.add("inner_cause", cause.inner?.cause ?? "")
    line.add("attachments", attachments.joined(separator: " "))
    line.add("stopped_by", stop?.rawValue ?? "")
    line.add("reason", reason)
    line.add("fixable", flakiness?.isFixable ?? false ? 1 : 0)
    line.add("bug", flakiness?.bug ?? "")
    line.add("expires", flakiness?.expires ?? "")
    line.add("ts_ms", now.milliseconds(since: origin))
    line.add("start_ms", start.milliseconds(since: origin))
    line.add("duration_ms", duration.milliseconds)
    line.add("wait_ms", waiting.milliseconds)
    line.add("tax_ms", tax.milliseconds)
    line.add("os", RecordingProcess.system)
    line.add("os_version", process.systemVersion)
    line.add("arch", RecordingProcess.architecture)
    line.add("commit", process.commit)
    line.add("branch", process.branch)
    return line
  }
}

extension Duration {
  /// Rounded to the nearest, halves up; the largest number where there are more.
  fileprivate var milliseconds: Int64 {
    if self > .milliseconds(Int64.max) { return .max }
    let (seconds, attoseconds) = components
    return seconds * 1_000 + (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
  }

  /// The instant in Unix time.
  fileprivate func milliseconds(since origin: Date) -> Int64 {
    let start = Int64((origin.timeIntervalSince1970 * 1_000).rounded())
    let (sum, isTooLarge) = start.addingReportingOverflow(milliseconds)
    return isTooLarge ? .max : sum
  }
}
