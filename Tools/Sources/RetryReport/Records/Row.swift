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
    case suite, action, file, line, attempt, device
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
    case burnIn = "burn_in"
    case limitMs = "limit_ms"
    case actionRuns = "action_runs"
    case callerFile = "caller_file"
    case callerLine = "caller_line"
    case framework
    case openSteps = "open_steps"
  }

  let version: Int
  /// The kind; nil if it is not known.
  var sort: RowKind?
  let unit: String
  let stepID: String
  let parentStepID: String
  let runID: String
  let testName: String
  let suite: String
  var action: String
  let file: String
  let line: Int
  var attempt: Int
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
  var startMs: Int64
  var durationMs: Int64
  let waitMs: Int64
  let taxMs: Int64

  // Older records lack these keys.
  var excuse: String
  /// The number of the repetition of a burn-in that it is part of, or 0.
  var burnIn: Int
  /// The time that a wait had, in milliseconds, or 0.
  var limitMs: Int64
  /// The number of times that the main action ran.
  var actionRuns: Int
  /// Such as `iPad Pro (11-inch), iOS 18.2`, or empty.
  var device: String
  var callerFile: String
  var callerLine: Int

  /// The number of the row in its process, from 1 on.
  var number: Int64?
  /// Only the row of a step that begins is asked for it.
  var framework: String?
  /// The steps that were open at the end of the process, in a row of that kind.
  var openSteps: String?

  /// The folder of its file.
  var folder = ""

  var attachments: [Attachment] { Attachment.all(in: attachmentPaths, folder: folder) }
  /// Such as `ShopTests.SearchTests/testSearch`.
  var test: String { suite.isEmpty ? testName : "\(suite)/\(testName)" }
  var place: Place { Place(file: file, line: line) }
  /// The message, behind the caller at which the step fails, if that is another place.
  var message: String {
    if callerFile.isEmpty { return errorMessage.without(place) }
    let caller = Place(file: callerFile, line: callerLine)
    return "from \(caller.shortText): \(errorMessage.without(place).without(caller))"
  }
  /// The process that wrote it.
  var process: Substring { stepID.processOfStep }
  /// True for a step that is in no other.
  var isOutermost: Bool { parentStepID.isEmpty }
  var isAttempt: Bool { sort == .attempt }
  /// True if it counts for the figures of steps and tests.
  var isOfStep: Bool { burnIn == 0 && subject != .wait && (sort == .step || isAttempt) }
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
    return [line, attempt, maxAttempts, resets, burnIn, actionRuns].allSatisfy { (0...most).contains($0) }
      && version > 0
      && [startMs, durationMs, waitMs, taxMs, limitMs].allSatisfy { (0...longest).contains($0) }
  }
  /// An outcome that is not known is no success.
  var ending: Outcome { Outcome(rawValue: outcome) ?? .aborted }
  var curedBy: Cure? { Cure(rawValue: cure) }
  var subject: RowUnit {
    sort == .wait ? .wait : RowUnit(rawValue: unit) ?? .step
  }
  /// True if the first attempt only counted as failed, to prove that the reset steps work.
  var isRehearsed: Bool { cause == "rehearsal" }
}

/// The kind of a row.
enum RowKind: String, Sendable {
  case attempt, step, wait
  case burnIn = "burn_in"
  /// A step or a wait that begins, and the end of the process.
  case begin, end
}

extension Row {
  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let sort = RowKind(rawValue: try keys.decode(String.self, forKey: .kind))
    // Half of all rows. They have no key that would be empty or 0.
    let isCompact = sort == .begin || sort == .end

    func text(_ key: CodingKeys) throws -> String {
      isCompact ? try keys.decodeIfPresent(String.self, forKey: key) ?? "" : try keys.decode(String.self, forKey: key)
    }
    func number(_ key: CodingKeys) throws -> Int {
      isCompact ? try keys.decodeIfPresent(Int.self, forKey: key) ?? 0 : try keys.decode(Int.self, forKey: key)
    }
    // Of the keys that only other kinds have, none is looked for.
    func later(_ key: CodingKeys) throws -> String { isCompact ? "" : try keys.decode(String.self, forKey: key) }
    func laterNumber(_ key: CodingKeys) throws -> Int { isCompact ? 0 : try keys.decode(Int.self, forKey: key) }
    func newer(_ key: CodingKeys) throws -> String {
      isCompact ? "" : try keys.decodeIfPresent(String.self, forKey: key) ?? ""
    }
    func newerNumber(_ key: CodingKeys, orElse number: Int = 0) throws -> Int {
      isCompact ? number : try keys.decodeIfPresent(Int.self, forKey: key) ?? number
    }

    self.sort = sort
    version = try number(.version)
    unit = try text(.unit)
    stepID = try text(.stepID)
    parentStepID = try text(.parentStepID)
    runID = try text(.runID)
    testName = try text(.testName)
    suite = try text(.suite)
    action = try text(.action)
    file = try text(.file)
    line = try number(.line)
    attempt = try laterNumber(.attempt)
    maxAttempts = try laterNumber(.maxAttempts)
    resets = try laterNumber(.resets)
    outcome = try later(.outcome)
    cure = try later(.cure)
    cause = try later(.cause)
    errorMessage = try later(.errorMessage)
    attachmentPaths = try later(.attachmentPaths)
    stoppedBy = try later(.stoppedBy)
    errorType = try later(.errorType)
    innerAction = try later(.innerAction)
    commit = try later(.commit)
    shard = try text(.shard)
    system = try text(.system)
    systemVersion = try later(.systemVersion)
    architecture = try text(.architecture)
    reason = try later(.reason)
    fixable = try laterNumber(.fixable)
    bug = try later(.bug)
    expires = try later(.expires)
    startMs = Int64(try number(.startMs))
    durationMs = Int64(try laterNumber(.durationMs))
    waitMs = Int64(try laterNumber(.waitMs))
    taxMs = Int64(try laterNumber(.taxMs))
    excuse = try newer(.excuse)
    burnIn = try keys.decodeIfPresent(Int.self, forKey: .burnIn) ?? 0
    limitMs = Int64(try newerNumber(.limitMs))
    actionRuns = try newerNumber(.actionRuns, orElse: 1)
    device = try newer(.device)
    callerFile = try newer(.callerFile)
    callerLine = try newerNumber(.callerLine)
    self.number = try keys.decodeIfPresent(Int64.self, forKey: .number)
    framework = sort == .begin ? try keys.decodeIfPresent(String.self, forKey: .framework) : nil
    openSteps = sort == .end ? try keys.decodeIfPresent(String.self, forKey: .openSteps) : nil
  }
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
  /// The text without a place that stands before it already.
  fileprivate func without(_ place: Place) -> String {
    let start = "\(place.shortText): "
    return hasPrefix(start) ? String(dropFirst(start.count)) : self
  }

  /// The process in the id of a step, such as `9f2c01ab77d4` of `9f2c01ab77d4-s7`.
  var processOfStep: Substring { self[..<(utf8.lastIndex(of: UInt8(ascii: "-")) ?? startIndex)] }
}
