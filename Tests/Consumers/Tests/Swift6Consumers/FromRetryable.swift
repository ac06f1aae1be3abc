// Code for Retryable, with only this import changed.
import TargetedAutoRetry
import XCTest

class FromRetryable: RetryableTestCase {
  override func setUp() {
    super.setUp()
    continueAfterFailure = false
  }

  func test_somethingFlaky() {
    flaky(.notFixable(reason: "UI tests are inherently flaky", maxRetryCount: 2)) {
      XCTAssertTrue(true)
    }
  }

  func test_somethingFlakyThatThrows() throws {
    try flaky(.fixable(reason: "It throws")) { try doNothing() }
  }

  func test_somethingFlakyAndAsync() async throws {
    try await flaky(.fixable(reason: "It is slow")) {
      await Task.yield()
      try doNothing()
    }
    XCTAssertEqual(retryCount, 0)
  }

  private func doNothing() throws {}
}
