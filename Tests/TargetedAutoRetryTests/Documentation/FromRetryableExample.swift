import TargetedAutoRetry
import XCTest

class MapTests: RetryableTestCase {
  func test_map() {
    flaky(.notFixable(reason: "The map service is slow on Mondays", maxRetryCount: 2)) {
      XCTAssertTrue(isMapVisible())
    }
  }
}

private func isMapVisible() -> Bool { true }
