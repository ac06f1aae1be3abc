import Foundation
import Testing

@testable import TargetedAutoRetry

extension Workbench {
  /// The rows that the records have of the events.
  func rows(by process: RecordingProcess = .sample()) throws -> [Row] {
    try withTemporaryFolder { folder in
      let file = RecordFile(directory: folder.path, process: process, timekeeper: time.timekeeper) { warning in
        Issue.record(Comment(rawValue: warning))
      }
      events.forEach { file.receive($0) }
      let rows = try Row.rows(in: folder).rows
      let schema = try RecordSchema()
      for row in rows { try schema.check(row) }
      return rows
    }
  }
}
