internal import Foundation

/// The row of a step that begins, or of a run of a test; it has no key without a value.
struct BeginRow: RecordRow {
  /// The keys that it has from the process.
  struct Process: Encodable {
    let v = 1
    let runID: String
    let shard: String?
    let os = RecordingProcess.system
    let arch = RecordingProcess.architecture

    enum CodingKeys: String, CodingKey {
      case v
      case runID = "run_id"
      case shard, os, arch
    }

    init(_ process: RecordingProcess) {
      runID = process.runID
      shard = process.shard.ifAny
    }
  }

  let kind = "begin"
  let unit: String
  let stepID: String
  let parentStepID: String?
  var seq = 0
  let framework: String?
  let testName: String?
  let suite: String?
  let action: String
  let file: String?
  let line: Int?
  /// The number of the run.
  let attempt: Int?
  let startMs: Int64

  enum CodingKeys: String, CodingKey {
    case kind, unit
    case stepID = "step_id"
    case parentStepID = "parent_step_id"
    case seq, framework
    case testName = "test_name"
    case suite, action, file, line, attempt
    case startMs = "start_ms"
  }

  init(_ event: RetryEvent, at now: Duration, by process: RecordingProcess) {
    unit = event.step.map { $0.isWait ? "wait" : "step" } ?? "test"
    stepID = process.name(of: event.id)
    parentStepID = event.parentID.map(process.name)
    framework = event.test?.framework.rawValue
    testName = event.test?.function.inRow.ifAny
    suite = event.test?.suite.inRow.ifAny
    action = event.name.inRow
    file = event.callSite?.pathInRepository.inRow.ifAny
    line = event.callSite.map(\.lineInRow).flatMap { $0 == 0 ? nil : $0 }
    if case .ofFeature(let added) = event.kind, case .runBegins(let number) = added.progress {
      attempt = number
    } else {
      attempt = nil
    }
    startMs = process.time(at: now)
  }

  func json(by process: RecordingProcess) throws -> Data {
    try [process.jsonInBegin.get(), JSONEncoder.ofRows.encode(self)].merged
  }
}

extension String {
  fileprivate var ifAny: String? { isEmpty ? nil : self }
}
