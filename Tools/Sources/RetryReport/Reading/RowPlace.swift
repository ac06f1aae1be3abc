internal import Foundation

/// The place of a row among those of its process.
struct RowPlace: Sendable {
  let run: String
  let process: String
  /// From 1 on; nil where none is said.
  let number: Int64?

  init(_ row: Row) {
    self.init(run: row.runID, step: row.stepID, number: row.number)
  }

  init(run: String, step: String, number: Int64?) {
    (self.run, self.number) = (run, number)
    process = String(step[..<(step.lastIndex(of: "-") ?? step.startIndex)])
  }

  /// - Parameter line: The first part of a record, in which no text can look like a key: its quotes are escaped.
  init?(torn line: Data) {
    guard line.range(of: Data("\"seq\"".utf8)) != nil else { return nil }
    let text = String(decoding: line.prefix(Self.mostBytes), as: UTF8.self)
    guard let step = text.firstMatch(of: /"step_id":"([^"\\]*)"/),
      let run = text.firstMatch(of: /"run_id":"([^"\\]*)"/),
      let number = text.firstMatch(of: /"seq":([0-9]+),/)
    else { return nil }
    self.init(run: String(run.1), step: String(step.1), number: Int64(number.1))
  }

  /// The number of bytes in which the library writes these keys.
  private static let mostBytes = 1_000
}
