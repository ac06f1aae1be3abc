import Foundation
import TargetedAutoRetry
import XCTest

// Waits until a row is in the database. The database is here a file with a row a line.

// before
extension XCTestCase {
  func waitForRow(
    _ id: Int,
    in database: Database,
    timeout: TimeInterval = 10,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> String {
    let deadline = Date().addingTimeInterval(timeout)
    repeat {
      if let row = try? database.row(id) { return row }
      Thread.sleep(forTimeInterval: 0.2)
    } while Date() < deadline
    XCTFail("Row \(id) did not appear", file: file, line: line)
    throw CocoaError(.fileNoSuchFile)
  }
}

// after
extension RetryableTestCase {
  func autoWaitForRow(
    _ id: Int,
    in database: Database,
    timeout: TimeInterval = 10,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> String {
    try autoWait("Row \(id)", for: .seconds(timeout), file: file, line: line) { try database.row(id) }
  }
}

// test
struct Database {
  let path: String

  func row(_ id: Int) throws -> String? {
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    return rows.first { $0.hasPrefix("\(id) ") }.map(String.init)
  }

  func insert(_ rows: String) throws { try rows.write(toFile: path, atomically: true, encoding: .utf8) }
}

final class DatabaseRowTests: RewriteTests {
  func testTheRowIsWaitedForAlthoughTheTableIsMissingAtFirst() throws {
    let database = Database(path: NSTemporaryDirectory() + "rows-\(UUID()).txt")
    defer { try? FileManager.default.removeItem(atPath: database.path) }
    let visits = [
      visit { time in
        fill(database, by: time)
        return try waitForRow(2, in: database)
      },
      visit { time in
        fill(database, by: time)
        return try autoWaitForRow(2, in: database)
      },
    ]
    for visit in visits {
      XCTAssertEqual(visit.answer, "2 Grace")
      XCTAssertEqual(visit.failures, [])
      XCTAssertEqual(visit.time.components.seconds, 4)
    }
  }

  func testARowThatNeverComesIsAnErrorWithItsCause() {
    let database = Database(path: NSTemporaryDirectory() + "rows-\(UUID()).txt")
    let before = visit { _ in try waitForRow(2, in: database, line: 5) }
    let after = visit { _ in try autoWaitForRow(2, in: database, line: 5) }
    XCTAssertEqual(before.failures.map(\.message), ["failed - Row 2 did not appear"])
    XCTAssertEqual(before.failures.map(\.line), [5])
    XCTAssertEqual((after.error as? RetryExhausted)?.line, 5)
    // The hand-written loop has lost the cause: the file does not exist.
    XCTAssert("\(after.error, default: "")".contains("NSCocoaErrorDomain"), "\(after.error, default: "")")
  }

  private func fill(_ database: Database, by time: FakeTime) {
    try? FileManager.default.removeItem(atPath: database.path)
    time.after(.seconds(2)) { try? database.insert("1 Ada\n") }
    time.after(.seconds(4)) { try? database.insert("1 Ada\n2 Grace\n") }
  }
}
