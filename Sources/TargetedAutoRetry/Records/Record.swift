internal import Foundation

/// A row for machines: a failed attempt, or a finished step.
///
/// The format is described in `Docs/TargetedAutoRetry.docc/Records.md`.
struct Record: Sendable {
  enum Kind: String, Sendable {
    /// A failed attempt, written at once.
    case attempt
    /// A finished step, written once, also where it passed.
    case step
  }

  enum Unit: String, Sendable {
    case step
    /// A whole test that has a flaky scope; its runs are the attempts.
    case test
  }

  /// What ends a step or a test before its attempts are used up.
  enum Stop: String, Sendable {
    /// `recoveryAction(after:)` of the step said so.
    case hook
    /// That of a step inside did.
    case inner
    /// An error that is not retryable, or of the reset steps.
    case error
    case skip
    case cancellation
    case time
    case budget
    /// The test failed outside of its flaky scopes.
    case outside
  }

  var kind: Kind
  var unit: Unit
  var stepID: StepID
  var parentStepID: StepID?
  var test: RunningTest?
  var action: String
  var callSite: CallSite?
  var depth: Int
  /// In a row of an attempt its number, in a row of a step how many there were.
  var attempt = 0
  var maxAttempts = 0
  /// How often the reset steps of a step ran.
  var resets = 0
  var outcome: String
  var cure: Cure?
  var cause = Cause()
  /// The paths of the files of an attempt, from the folder of the records on.
  var attachments: [String] = []
  /// What ended the step before its attempts were used up; nil where nothing did.
  var stop: Stop?
  /// Why the step ended as it did, or why a test is flaky.
  var reason = ""
  var flakiness: Flakiness?
  /// The instant at which the attempt or the step began.
  var start: Duration
  var duration: Duration
  var waiting = Duration.zero
  var tax = Duration.zero

  /// Why an attempt failed; of a step, the first that did.
  struct Cause: Sendable {
    var kind = ""
    var errorType = ""
    var message = ""
    /// Where in the attempt it went wrong, if that was in a step inside.
    var inner: FailedAttempt.InnerFailure?
  }
}

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
    line.add("file", callSite.map(RepositoryPath.path) ?? "")
    line.add("line", Int64(clamping: callSite?.line ?? 0))
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
