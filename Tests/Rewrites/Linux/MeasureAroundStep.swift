import TargetedAutoRetry
import XCTest

// Measures how long an import takes, without the tries that failed.

// before
extension XCTestCase {
  func measureImport(_ importer: Importer, file: StaticString = #filePath, line: UInt = #line) -> TimeInterval? {
    for attempt in 1...3 {
      let start = Date()
      do {
        try importer.run()
        return Date().timeIntervalSince(start)
      } catch {
        print("Attempt \(attempt): \(error)")
        importer.reset()
      }
    }
    XCTFail("The import failed three times", file: file, line: line)
    return nil
  }
}

// after
extension RetryableTestCase {
  func autoMeasureImport(_ importer: Importer, file: StaticString = #filePath, line: UInt = #line) throws
    -> TimeInterval
  {
    try autoRetry("Import", retryAttempts: 2, file: file, line: line) {
      let start = Date()
      try importer.run()
      return Date().timeIntervalSince(start)
    } resetSteps: {
      importer.reset()
    }
  }
}

// test
final class Importer {
  struct Busy: Error {}

  private let failures: Int
  private let time: FakeTime
  private var runs = 0
  private(set) var resets = 0

  init(failing failures: Int, by time: FakeTime) {
    self.failures = failures
    self.time = time
  }

  func run() throws {
    runs += 1
    time.pass(.seconds(2))
    if runs <= failures { throw Busy() }
  }

  func reset() { resets += 1 }
}

final class MeasureAroundStepTests: RewriteTests {
  func testOnlyTheTryThatSucceededIsMeasured() {
    let visits = [
      visit { time in measureImport(Importer(failing: 2, by: time)) ?? 0 },
      visit { time in try autoMeasureImport(Importer(failing: 2, by: time)) },
    ]
    XCTAssertEqual(visits.map(\.answer), [2, 2])
    XCTAssertEqual(visits.map(\.time), [.seconds(6), .seconds(6)])
  }

  func testAnImportThatNeverSucceedsIsAFailureAtTheLineOfTheCall() {
    let before = visit { time in measureImport(Importer(failing: 3, by: time), line: 5) }
    let after = visit { time in try autoMeasureImport(Importer(failing: 3, by: time), line: 5) }
    XCTAssertEqual(before.failures.map(\.line), [5])
    XCTAssertEqual((after.error as? RetryExhausted)?.line, 5)
    XCTAssertEqual((after.error as? RetryExhausted)?.failedAttempts.count, 3)
  }
}
