/// The keys of a row that are reported; `Records.md` in the documentation of the library has all of them.
struct Row: Decodable, Sendable {
  static let newestVersion = 1

  enum CodingKeys: String, CodingKey {
    case version = "v"
    case kind, unit
    case number = "seq"
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
    case commit, shard
    case system = "os"
    case systemVersion = "os_version"
    case architecture = "arch"
    case reason, fixable, bug, expires
    case startMs = "start_ms"
    case durationMs = "duration_ms"
    case waitMs = "wait_ms"
    case taxMs = "tax_ms"
    case excuse = "because"
    case repetition = "burn_in"
    case limit = "limit_ms"
    case actionRuns = "action_runs"
    case knownDevice = "device"
    case callerFile = "caller_file"
    case callerLine = "caller_line"
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
  var attachmentPaths: String
  var stoppedBy: String
  let errorType: String
  let innerAction: String
  var commit: String
  let shard: String
  let system: String
  let systemVersion: String
  let architecture: String
  let reason: String
  let fixable: Int
  let bug: String
  let expires: String
  let startMs: Int64
  let durationMs: Int64
  let waitMs: Int64
  let taxMs: Int64

  // Older records lack these keys.
  var excuse: String?
  var repetition: Int?
  var limit: Int64?
  /// The number of times that the main action ran; nil in older records.
  var actionRuns: Int?
  var knownDevice: String?
  var callerFile: String?
  var callerLine: Int?

  /// The number of the row in its process, from 1 on.
  var number: Int64?

  /// The folder of its file.
  var folder = ""

  var attachments: [Attachment] { Attachment.all(in: attachmentPaths, folder: folder) }
  /// Such as `iPad Pro (11-inch), iOS 18.2`, or empty.
  var device: String { knownDevice ?? "" }
  /// Such as `ShopTests.SearchTests/testSearch`.
  var test: String { suite.isEmpty ? testName : "\(suite)/\(testName)" }
  var place: Place { Place(file: file, line: line) }
  /// The message, behind the caller at which the step fails, if that is another place.
  var message: String {
    guard let callerFile, !callerFile.isEmpty else { return errorMessage }
    return "from \(Place(file: callerFile, line: callerLine ?? 0).shortText): \(errorMessage)"
  }
  /// The process that wrote it.
  var process: Substring { stepID.processOfStep }
  /// True for a step that is in no other.
  var isOutermost: Bool { parentStepID.isEmpty }
  var isAttempt: Bool { sort == .attempt || sort == .begin }
  /// The kind; nil if it is not known.
  var sort: RowKind? { RowKind(rawValue: kind) }
  /// The number of the repetition of a burn-in that it is part of, or 0.
  var burnIn: Int { repetition ?? 0 }
  /// True if it counts for the figures of steps and tests.
  var isOfStep: Bool { burnIn == 0 && (sort == .step || isAttempt) }
  /// The time that a wait had, in milliseconds, or 0.
  var limitMs: Int64 { limit ?? 0 }
  /// True if a step passed and had nothing to do.
  var wasDoneAlready: Bool { ending == .passed && actionRuns == 0 }
  /// True if a step recovered, or was exhausted although it had retries.
  var wasRetried: Bool { ending == .recovered || (ending == .exhausted && maxAttempts > 1) }
  /// True if it was skipped or cancelled, which proves nothing about the application.
  var isSkipped: Bool { ending == .aborted && ["skip", "cancellation"].contains(stoppedBy) }
  /// The number of attempts of a step that failed, and of which there are rows.
  var failedAttempts: Int {
    switch ending {
    case .passed: 0
    case .recovered: curedBy == .waiting ? attempt : attempt - 1
    // An error that ends a step at once is in no attempt that failed.
    case .exhausted, .timedOut, .aborted: attempt
    }
  }
  /// True if no number is negative, no count beyond two billion and no time longer than a million years.
  var isPlausible: Bool {
    let longest: Int64 = 1 << 55
    let most = Int(Int32.max)
    return [line, attempt, maxAttempts, resets, burnIn, actionRuns ?? 0].allSatisfy { (0...most).contains($0) }
      && version > 0
      && [startMs, durationMs, waitMs, taxMs, limitMs].allSatisfy { (0...longest).contains($0) }
  }
  /// An outcome that is not known is no success.
  var ending: Outcome { Outcome(rawValue: outcome) ?? .aborted }
  var curedBy: Cure? { Cure(rawValue: cure) }
  var subject: RowUnit {
    if sort == .wait { return .wait }
    return unit == RowUnit.test.rawValue ? .test : .step
  }
  /// True if the first attempt only counted as failed, to prove that the reset steps work.
  var isRehearsed: Bool { cause == "rehearsal" }
}

extension Row {
  /// The row of a step that begins, or that is left, has only the keys that name the step.
  init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    kind = try row.decode(String.self, forKey: .kind)
    let isWhole = ![RowKind.begin.rawValue, RowKind.end.rawValue].contains(kind)
    func text(_ key: CodingKeys) throws -> String {
      isWhole ? try row.decode(String.self, forKey: key) : try row.decodeIfPresent(String.self, forKey: key) ?? ""
    }
    func count<Number: Decodable & FixedWidthInteger>(_ key: CodingKeys) throws -> Number {
      isWhole ? try row.decode(Number.self, forKey: key) : try row.decodeIfPresent(Number.self, forKey: key) ?? 0
    }
    version = try count(.version)
    unit = try text(.unit)
    stepID = try text(.stepID)
    parentStepID = try text(.parentStepID)
    runID = try text(.runID)
    testName = try text(.testName)
    suite = try text(.suite)
    action = try text(.action)
    file = try text(.file)
    line = try count(.line)
    attempt = try count(.attempt)
    maxAttempts = try count(.maxAttempts)
    resets = try count(.resets)
    outcome = try text(.outcome)
    cure = try text(.cure)
    cause = try text(.cause)
    errorMessage = try text(.errorMessage)
    attachmentPaths = try text(.attachmentPaths)
    stoppedBy = try text(.stoppedBy)
    errorType = try text(.errorType)
    innerAction = try text(.innerAction)
    commit = try text(.commit)
    shard = try text(.shard)
    system = try text(.system)
    systemVersion = try text(.systemVersion)
    architecture = try text(.architecture)
    reason = try text(.reason)
    fixable = try count(.fixable)
    bug = try text(.bug)
    expires = try text(.expires)
    startMs = try count(.startMs)
    durationMs = try count(.durationMs)
    waitMs = try count(.waitMs)
    taxMs = try count(.taxMs)
    excuse = try row.decodeIfPresent(String.self, forKey: .excuse)
    repetition = try row.decodeIfPresent(Int.self, forKey: .repetition)
    limit = try row.decodeIfPresent(Int64.self, forKey: .limit)
    actionRuns = try row.decodeIfPresent(Int.self, forKey: .actionRuns)
    knownDevice = try row.decodeIfPresent(String.self, forKey: .knownDevice)
    callerFile = try row.decodeIfPresent(String.self, forKey: .callerFile)
    callerLine = try row.decodeIfPresent(Int.self, forKey: .callerLine)
    number = try row.decodeIfPresent(Int64.self, forKey: .number)
  }
}

/// The kind of a row.
enum RowKind: String, Sendable {
  case attempt, step, wait
  /// A step that begins, and one that the process went on without, or ended with as it should.
  case begin, end
  case burnIn = "burn_in"
}

/// The subject of a row: a step, a whole test, or a wait.
enum RowUnit: String, Sendable {
  case step, test, wait
}

/// The end of a step or of a test, as the records name it.
enum Outcome: String, Sendable {
  case passed, recovered, exhausted, timedOut, aborted
}

/// The reason why a step recovered.
enum Cure: String, Sendable, CaseIterable {
  case waiting, retrying, resetting
}

extension String {
  /// The process in the id of a step, such as `9f2c01ab77d4` of `9f2c01ab77d4-s7`.
  var processOfStep: Substring { self[..<(lastIndex(of: "-") ?? startIndex)] }
}
