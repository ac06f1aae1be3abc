/// The row of a step that begins, or of a process that ends; it has no key that would be empty or 0.
///
/// A step that has begun and has no row of its own is the one in which its process died.
struct ShortRow: Encodable, Sendable {
  private enum Kind: String, Encodable {
    case begin, end
  }

  private enum CodingKeys: String, CodingKey {
    case v, kind, unit, seq
    case stepID = "step_id"
    case parentStepID = "parent_step_id"
    case openSteps = "open_steps"
    case runID = "run_id"
    case shard, os, arch, framework, suite
    case testName = "test_name"
    case action, file, line
    case burnIn = "burn_in"
    case startMs = "start_ms"
  }

  private let v = 1
  private let kind: Kind
  private var unit: String?
  var seq = 0
  private let stepID: String
  private var parentStepID: String?
  private var openSteps: String?
  private let runID: String
  private var shard: String?
  private var os: String?
  private var arch: String?
  private var framework: String?
  private var suite: String?
  private var testName: String?
  private var action: String?
  private var file: String?
  private var line: Int?
  private var burnIn: Int?
  private let startMs: Int64

  init(beginOf event: RetryEvent, at now: Duration, by process: RecordingProcess) {
    kind = .begin
    unit = event.step?.isWait == true ? "wait" : "step"
    stepID = process.name(of: event.id)
    parentStepID = event.parentID.map(process.name)
    runID = process.runID
    shard = process.shard.isEmpty ? nil : process.shard
    os = RecordingProcess.system
    arch = RecordingProcess.architecture
    framework = event.test?.framework.rawValue
    suite = event.test?.suite.inRow
    testName = event.test?.function.inRow
    action = event.name.inRow
    file = event.callSite.map(RepositoryPath.path)?.inRow
    line = event.callSite.map { Int(clamping: $0.line) }
    burnIn = event.burnIn == 0 ? nil : event.burnIn
    startMs = process.time(at: now)
  }

  /// - Parameters:
  ///   - step: The step whose code ended the process; nil if the tests were over.
  ///   - open: The steps that were not over.
  init(endIn step: StepID?, open: [StepID], at now: Duration, by process: RecordingProcess) {
    kind = .end
    stepID = process.name(of: step ?? .none)
    openSteps = open.isEmpty ? nil : open.map(process.name).joined(separator: " ").inRow
    runID = process.runID
    startMs = process.time(at: now)
  }
}
