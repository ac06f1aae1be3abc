import TargetedAutoRetry
import XCTest

/// Assertions that the failure of their step says, or does not.
final class FoldingFixture: RetryableTestCase {
  private struct Broken: Error {}

  func testWithoutWords() {
    step(retries: 1) { XCTAssertEqual(1, 2) }
  }

  func testInTwoFiles() {
    step(retries: 1) {
      XCTFail("same", file: "/one/Map.swift", line: 3)
      XCTFail("same", file: "/other/Map.swift", line: 3)
    }
  }

  func testInALoop() {
    step("Save", retries: 0, failsTest: false) {
      for row in 1...3 { XCTFail("row \(row)") }
    }
  }

  func testInSomeAttempts() throws {
    try step(retries: 2) {
      if RetryAttempt.current?.number == 2 { throw Broken() }
      XCTFail("odd")
    }
  }
}
