/// The keys of a row that the report uses; the guide describes all of them.
struct RowFields: Decodable, Equatable, Sendable {
  enum CodingKeys: String, CodingKey, CaseIterable {
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
}

extension RowFields {
  init(from decoder: any Decoder) throws {
    try self.init(decoder.container(keyedBy: CodingKeys.self))
  }

  init(_ values: some RowValues) throws {
    func text(_ key: CodingKeys) throws -> String { try values.text(key) ?? "" }
    func number(_ key: CodingKeys) throws -> Int { try values.number(key) ?? 0 }
    func required<Value>(_ value: Value?) throws -> Value {
      guard let value else { throw MissingValue() }
      return value
    }

    version = try required(values.number(.version))
    let kind = RowKind(rawValue: try required(values.text(.kind)))
    self.kind = kind
    stepID = try required(values.text(.stepID))
    runID = try required(values.text(.runID))
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
    self.number = try values.number(.number)
    if kind == .begin { framework = try text(.framework) }
    if kind == .end { openSteps = try text(.openSteps) }
    digest = values.digest
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

extension RowFields {
  /// A row of no known kind, which is not counted.
  init(_ identity: Row.Identity) {
    (version, kind, subject) = (identity.version ?? Row.newestVersion, nil, .step)
    (stepID, runID, number) = (identity.stepID ?? "", identity.runID ?? "", identity.number)
    (parentStepID, testName, suite, action, file, line, shard) = ("", "", "", "", "", 0, "")
    (system, architecture, startMs) = ("", "", 0)
  }
}
