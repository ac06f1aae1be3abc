/// The keys of a row that the report uses; the guide describes all of them.
struct Row: Decodable, Hashable, Sendable {
  static let newestVersion = 1

  enum CodingKeys: String, CodingKey {
    case version = "v"
    case kind, unit
    case number = "seq"
    case stepID = "step_id"
    case parentStepID = "parent_step_id"
    case runID = "run_id"
    case testName = "test_name"
    case arguments
    case suite, action, file, line, attempt, device
    case maxAttempts = "max_attempts"
    case resets
    case outcome, cure, cause
    case errorMessage = "error_message"
    case attachmentPaths = "attachments"
    case stoppedBy = "stopped_by"
    case errorType = "error_type"
    case innerAction = "inner_action"
    case commit, branch, shard
    case system = "os"
    case systemVersion = "os_version"
    case architecture = "arch"
    case reason, fixable, bug, expires
    case startMs = "start_ms"
    case durationMs = "duration_ms"
    case waitMs = "wait_ms"
    case taxMs = "tax_ms"
    case because
    case callerFile = "caller_file"
    case callerLine = "caller_line"
    case framework
    case openSteps = "open_steps"
  }

  let version: Int
  /// The kind; `nil` if it is unknown.
  var kind: RowKind?
  /// The subject; a step if it is unknown.
  let subject: RowUnit
  let stepID: String
  let parentStepID: String
  var runID: String
  let testName: String
  let suite: String
  var action: String
  let file: String
  let line: Int
  let shard: String
  let system: String
  let architecture: String
  var startMs: Int64

  // Rows of the kinds `begin` and `end` have none of these.
  var attempt = 0
  var maxAttempts = 0
  var resets = 0
  var outcome = Outcome.aborted
  var recoveredBy: Recovery?
  var cause = ""
  var errorMessage = ""
  var attachmentPaths = ""
  var stoppedBy = ""
  var errorType = ""
  var innerAction = ""
  var commit = ""
  var systemVersion = ""
  var reason = ""
  var fixable = 0
  var bug = ""
  var expires = ""
  var durationMs: Int64 = 0
  var waitMs: Int64 = 0
  var taxMs: Int64 = 0
  var because = ""
  /// The arguments of a parameterized test, such as `"milk", 2`, or empty.
  var arguments = ""
  var branch = ""
  /// Such as `iPad Pro (11-inch), iOS 18.2`, or empty.
  var device = ""
  var callerFile = ""
  var callerLine = 0

  /// The number of the row in its process, counted from 1.
  var number: Int?
  /// Read from the row of a begin only.
  var framework = ""
  /// The steps that were open at the end of the process, in a row of that kind.
  var openSteps = ""

  /// The folder of its file.
  var folder = ""
  /// Tells rows with different contents apart.
  var digest = 0

  var attachments: [Attachment] { Attachment.all(in: attachmentPaths, folder: folder) }
  /// Such as `ShopTests.SearchTests/testSearch`.
  var test: String { suite.isEmpty ? testName : "\(suite)/\(testName)" }
  /// The test with its arguments, which tell the cases of a parameterized test apart.
  var testCase: String { arguments.isEmpty ? test : "\(test), arguments: \(arguments)" }
  var place: Place { Place(file: file, line: line) }
  /// The action that it counts for.
  var key: ActionKey { ActionKey(unit: subject, action: action) }
  var endMs: Int64 { startMs &+ durationMs }
  /// The time spent waiting for the condition, which is at the end of an attempt, in milliseconds.
  var waitedMs: Int64 { subject == .wait ? durationMs : waitMs }
  /// The message, preceded by the caller at which the step fails if that is another place.
  var message: String {
    if callerFile.isEmpty { return errorMessage.without(place).labellingPlace }
    let caller = Place(file: callerFile, line: callerLine)
    return "called from \(caller.shortText): \(errorMessage.without(place).without(caller).labellingPlace)"
  }
  /// The process that wrote it.
  var process: Substring { stepID.processOfStep }
  /// Whether no step encloses it.
  var isOutermost: Bool { parentStepID.isEmpty }
  /// Whether it counts in the figures of steps and tests.
  var isOfStep: Bool { subject != .wait && (kind == .step || kind == .attempt) }
  /// Whether a step recovered, or failed or reached its time limit although it had retries.
  var wasRetried: Bool { outcome == .recovered || ([.exhausted, .timedOut].contains(outcome) && maxAttempts > 1) }
  /// Why a step or a wait ended early, unless its cause says it; empty in the row of a test, whose `reason` is documented.
  var endReason: String {
    if subject == .test || stoppedBy.isEmpty { return "" }
    return outcome.isNeutral || !reason.contains(errorMessage) ? reason : ""
  }
  /// Whether no number is negative, no count exceeds two billion and no time exceeds a million years.
  var isPlausible: Bool {
    let longest: Int64 = 1 << 55
    let most = Int(Int32.max)
    return [line, attempt, maxAttempts, resets].allSatisfy { (0...most).contains($0) }
      && version > 0
      && [startMs, durationMs, waitMs, taxMs].allSatisfy { (0...longest).contains($0) }
  }
  /// Whether the first failure was forced, to prove that the reset steps work.
  var isRehearsed: Bool { cause == "rehearsal" }
}

extension Row {
  /// What can be read of a row whose other values cannot: the step that it belongs to.
  struct Identity: Decodable {
    let version: Int?
    let stepID: String?
    let runID: String?
    let number: Int?
    /// Whether it is a record at all.
    let isRecord: Bool

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      version = try? keys.decode(Int.self, forKey: .version)
      stepID = try? keys.decode(String.self, forKey: .stepID)
      runID = try? keys.decode(String.self, forKey: .runID)
      number = try? keys.decode(Int.self, forKey: .number)
      isRecord = stepID != nil || keys.contains(.version) && keys.contains(.kind)
    }
  }

  /// A row of no known kind, which is not counted.
  init(_ identity: Identity) {
    (version, kind, subject) = (identity.version ?? Self.newestVersion, nil, .step)
    (stepID, runID, number) = (identity.stepID ?? "", identity.runID ?? "", identity.number)
    (parentStepID, testName, suite, action, file, line, shard) = ("", "", "", "", "", 0, "")
    (system, architecture, startMs) = ("", "", 0)
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String { try keys.decodeIfPresent(String.self, forKey: key) ?? "" }
    func number(_ key: CodingKeys) throws -> Int { try keys.decodeIfPresent(Int.self, forKey: key) ?? 0 }

    version = try keys.decode(Int.self, forKey: .version)
    let kind = RowKind(rawValue: try keys.decode(String.self, forKey: .kind))
    self.kind = kind
    stepID = try keys.decode(String.self, forKey: .stepID)
    runID = try keys.decode(String.self, forKey: .runID)
    let unit = RowUnit(rawValue: try text(.unit))
    subject = kind == .wait ? .wait : unit ?? .step
    parentStepID = try text(.parentStepID)
    testName = try text(.testName)
    suite = try text(.suite)
    action = try text(.action)
    file = try text(.file)
    line = try number(.line)
    shard = try text(.shard)
    system = try text(.system)
    architecture = try text(.architecture)
    startMs = Int64(try number(.startMs))
    self.number = try keys.decodeIfPresent(Int.self, forKey: .number)
    if kind == .begin { framework = try text(.framework) }
    if kind == .end { openSteps = try text(.openSteps) }
    // Half of all rows have no further key.
    if [.begin, .end].contains(kind) { return }
    attempt = try number(.attempt)
    maxAttempts = try number(.maxAttempts)
    resets = try number(.resets)
    recoveredBy = Recovery(rawValue: try text(.cure))
    cause = try text(.cause)
    errorMessage = try text(.errorMessage)
    attachmentPaths = try text(.attachmentPaths)
    stoppedBy = try text(.stoppedBy)
    outcome = Outcome(try text(.outcome), stoppedBy: stoppedBy)
    errorType = try text(.errorType)
    innerAction = try text(.innerAction)
    commit = try text(.commit)
    systemVersion = try text(.systemVersion)
    reason = try text(.reason)
    fixable = try number(.fixable)
    bug = try text(.bug)
    expires = try text(.expires)
    durationMs = Int64(try number(.durationMs))
    waitMs = Int64(try number(.waitMs))
    taxMs = Int64(try number(.taxMs))
    arguments = try text(.arguments)
    branch = try text(.branch)
    because = try text(.because)
    device = try text(.device)
    callerFile = try text(.callerFile)
    callerLine = try number(.callerLine)
  }
}

extension String {
  /// The text without a place that precedes it already.
  fileprivate func without(_ place: Place) -> String {
    let start = "\(place.shortText): "
    return hasPrefix(start) ? String(dropFirst(start.count)) : self
  }

  /// The text with the place at its start, if there is one, marked as that of the failure; the step's comes before it.
  fileprivate var labellingPlace: String {
    guard let end = firstRange(of: ": ")?.lowerBound, let colon = self[..<end].lastIndex(of: ":") else { return self }
    let line = self[index(after: colon)..<end]
    let isPlace = self[..<colon].hasSuffix(".swift") && !self[..<colon].contains(" ") && Int(line) != nil
    return isPlace ? "at \(self)" : self
  }

  /// The process in the id of a step, such as `9f2c01ab77d4` of `9f2c01ab77d4-s7`.
  var processOfStep: Substring { self[..<(utf8.lastIndex(of: UInt8(ascii: "-")) ?? startIndex)] }
}
