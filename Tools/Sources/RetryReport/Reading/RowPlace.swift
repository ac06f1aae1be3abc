/// The place of a row among those of its process.
struct RowPlace: Decodable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case run = "run_id"
    case step = "step_id"
    case number = "seq"
  }

  let run: String
  private let step: String
  /// Counted from 1; `nil` if the row has none.
  let number: Int?

  var process: Substring { step.processOfStep }

  init(_ row: Row) {
    (run, step, number) = (row.runID, row.stepID, row.number)
  }
}
