/// The row of the end of the tests, or of the process; it has no key without a value.
struct EndRow: RecordRow {
  let v = 1
  let kind = "end"
  let runID: String
  var seq = 0
  /// The step whose code ended the process; 0 if the tests had finished.
  let stepID: String
  let openSteps: String?
  let startMs: Int64

  enum CodingKeys: String, CodingKey {
    case v, kind, seq
    case runID = "run_id"
    case stepID = "step_id"
    case openSteps = "open_steps"
    case startMs = "start_ms"
  }

  init(in step: StepID?, open: [StepID], at now: Duration, by process: RecordingProcess) {
    runID = process.runID
    stepID = process.name(of: step ?? .none)
    openSteps = open.isEmpty ? nil : open.map(process.name).joined(separator: " ").inRow
    startMs = process.time(at: now)
  }
}
