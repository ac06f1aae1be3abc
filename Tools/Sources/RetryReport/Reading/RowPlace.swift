internal import Foundation

/// The place of a row among those of its process.
struct RowPlace: Decodable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case run = "run_id"
    case step = "step_id"
    case number = "seq"
  }

  let run: String
  private let step: String
  /// From 1 on; nil where none is said.
  let number: Int64?

  var process: Substring { step.processOfStep }

  init(_ row: Row) {
    (run, step, number) = (row.runID, row.stepID, row.number)
  }

  /// - Parameter line: The first part of a record, in which no text can look like a key: its quotes are escaped.
  init?(torn line: Data) {
    guard line.range(of: Data("\"seq\"".utf8)) != nil else { return nil }
    let text = String(decoding: line.prefix(Self.mostBytes), as: UTF8.self)
    guard let step = text.firstMatch(of: /"step_id":"([^"\\]*)"/),
      let run = text.firstMatch(of: /"run_id":"([^"\\]*)"/),
      let number = text.firstMatch(of: /"seq":([0-9]+),/)
    else { return nil }
    (self.run, self.step, self.number) = (String(run.1), String(step.1), Int64(number.1))
  }

  /// The number of bytes in which the library writes these keys.
  private static let mostBytes = 1_000
}
