/// The values of a row that the report uses; the guide describes all of them.
struct RowFields: Equatable, Sendable {
  /// The keys; the records write them as `step_id`.
  enum Key: Int, CaseIterable {
    case v, kind, unit, seq, stepId, parentStepId, runId, testName, suite, arguments, action, file, line, device
    case attempt, maxAttempts, resets, outcome, cure, cause, stoppedBy, errorType, errorMessage, innerAction
    case attachments, startMs, durationMs, waitMs, taxMs, os, osVersion, arch, commit, branch, shard
    case reason, because, fixable, bug, expires, callerFile, callerLine, framework
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

  /// The folder of its file.
  var folder = ""
  /// Tells rows with different contents apart.
  var digest = 0
}

extension RowFields {
  /// - Throws: If a value that each row has is missing, or one is not of its type.
  init(_ values: FlatLine) throws {
    guard values.has(.v), values.has(.kind), values.has(.stepId), values.has(.runId) else { throw FlatLine.Unfit() }
    version = try values.number(.v)
    let kind = RowKind(rawValue: try values.text(.kind))
    self.kind = kind
    stepID = try values.text(.stepId)
    runID = try values.text(.runId)
    let unit = RowUnit(rawValue: try values.text(.unit))
    subject = kind == .wait ? .wait : unit ?? .step
    parentStepID = try values.text(.parentStepId)
    testName = try values.text(.testName)
    suite = try values.text(.suite)
    action = try values.text(.action)
    file = try values.text(.file)
    line = try values.number(.line)
    shard = try values.text(.shard)
    system = try values.text(.os)
    architecture = try values.text(.arch)
    startMs = Int64(try values.number(.startMs))
    if values.has(.seq) { number = try values.number(.seq) }
    if kind == .begin { framework = try values.text(.framework) }
    digest = values.digest
    // Half of all rows have no further key.
    if [.begin, .end].contains(kind) { return }
    attempt = try values.number(.attempt)
    maxAttempts = try values.number(.maxAttempts)
    resets = try values.number(.resets)
    recoveredBy = Recovery(rawValue: try values.text(.cure))
    cause = try values.text(.cause)
    errorMessage = try values.text(.errorMessage)
    attachmentPaths = try values.text(.attachments)
    stoppedBy = try values.text(.stoppedBy)
    outcome = Outcome(try values.text(.outcome), stoppedBy: stoppedBy)
    errorType = try values.text(.errorType)
    innerAction = try values.text(.innerAction)
    commit = try values.text(.commit)
    systemVersion = try values.text(.osVersion)
    reason = try values.text(.reason)
    fixable = try values.number(.fixable)
    bug = try values.text(.bug)
    expires = try values.text(.expires)
    durationMs = Int64(try values.number(.durationMs))
    waitMs = Int64(try values.number(.waitMs))
    taxMs = Int64(try values.number(.taxMs))
    arguments = try values.text(.arguments)
    branch = try values.text(.branch)
    because = try values.text(.because)
    device = try values.text(.device)
    callerFile = try values.text(.callerFile)
    callerLine = try values.number(.callerLine)
  }

  /// A row of no known kind, which is not counted.
  init(of step: String, run: String, number: Int?, version: Int, digest: Int) {
    (stepID, runID, self.number, self.version, self.digest) = (step, run, number, version, digest)
    (kind, subject) = (nil, .step)
    (parentStepID, testName, suite, action, file, line, shard) = ("", "", "", "", "", 0, "")
    (system, architecture, startMs) = ("", "", 0)
  }
}
