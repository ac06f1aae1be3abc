/// A row of records, as much of it as is reported; `TargetedAutoRetry.docc/Records.md` describes all of it.
struct Row: Decodable, Sendable {
  static let newestVersion = 1

  enum CodingKeys: String, CodingKey {
    case version = "v"
    case kind, unit
    case stepID = "step_id"
    case parentStepID = "parent_step_id"
    case runID = "run_id"
    case testName = "test_name"
    case suite, action, file, line, attempt
    case maxAttempts = "max_attempts"
    case resets
    case outcome, cure, cause
    case errorMessage = "error_message"
    case attachmentPaths = "attachments"
    case stoppedBy = "stopped_by"
    case errorType = "error_type"
    case innerAction = "inner_action"
    case commit, branch, shard
    case systemVersion = "os_version"
    case reason, fixable, bug, expires
    case startMs = "start_ms"
    case durationMs = "duration_ms"
    case waitMs = "wait_ms"
    case taxMs = "tax_ms"
  }

  let version: Int
  let kind: String
  let unit: String
  let stepID: String
  let parentStepID: String
  let runID: String
  let testName: String
  let suite: String
  var action: String
  let file: String
  let line: Int
  let attempt: Int
  let maxAttempts: Int
  let resets: Int
  let outcome: String
  let cure: String
  let cause: String
  var errorMessage: String
  /// Not in rows of earlier versions of this package.
  var attachmentPaths: String?
  var stoppedBy: String?
  var errorType: String?
  var innerAction: String?
  var commit: String?
  var branch: String?
  var shard: String?
  var systemVersion: String?
  let reason: String
  let fixable: Int
  let bug: String
  let expires: String
  let startMs: Int64
  let durationMs: Int64
  let waitMs: Int64
  let taxMs: Int64

  /// The folder of the file that it was read from.
  var folder = ""

  var attachments: [Attachment] { Attachment.all(in: attachmentPaths ?? "", folder: folder) }
  /// Such as `ShopTests.SearchTests/testSearch`.
  var test: String { suite.isEmpty ? testName : "\(suite)/\(testName)" }
  var place: Place { Place(file: file, line: line) }
  var isAttempt: Bool { kind == "attempt" }
  var isStep: Bool { kind == "step" }
  /// Whether it was skipped or cancelled: it says nothing about the application.
  var isSkipped: Bool {
    guard ending == .aborted else { return false }
    // Earlier versions wrote no more than the words.
    guard let stoppedBy else {
      return reason.hasPrefix("Threw XCTSkip(") || reason.hasPrefix("Threw CancellationError")
    }
    return stoppedBy == "skip" || stoppedBy == "cancellation"
  }
  /// Whether the numbers can be those of a step: none is negative, and no time longer than a million years.
  var isPlausible: Bool {
    let longest: Int64 = 1 << 55
    return [line, attempt, maxAttempts, resets].allSatisfy { $0 >= 0 } && version > 0
      && [startMs, durationMs, waitMs, taxMs].allSatisfy { (0...longest).contains($0) }
  }
  /// An outcome that is not known is no success.
  var ending: Outcome { Outcome(rawValue: outcome) ?? .aborted }
  var curedBy: Cure? { Cure(rawValue: cure) }
  var subject: RowUnit { RowUnit(rawValue: unit) ?? .step }
  /// Whether the first attempt only counted as failed, to prove that the reset steps work.
  var isRehearsed: Bool { cause == "rehearsal" }
}
