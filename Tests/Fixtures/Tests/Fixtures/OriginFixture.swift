import Foundation
import TargetedAutoRetry
import XCTest

/// Issues of threads, queues and run loops; each name gives the expected colour.
final class OriginFixture: RetryableTestCase, @unchecked Sendable {
  private var attempt = 0

  private func countedStep(_ body: () -> Void) {
    step {
      attempt += 1
      body()
    }
  }

  private func expectation(isFulfilled: Bool) -> XCTestExpectation {
    let expectation = XCTestExpectation(description: "the server answers")
    if isFulfilled { expectation.fulfill() }
    return expectation
  }

  /// The server does not answer in the first attempt, and complains in the second.
  private func expectations() -> [XCTestExpectation] {
    attempt += 1
    let complaint = XCTestExpectation(description: "the server complains")
    complaint.isInverted = true
    if attempt == 2 { complaint.fulfill() }
    return [expectation(isFulfilled: attempt > 1), complaint]
  }

  func testGreenWait() {
    step { wait(for: expectations(), timeout: 0.01) }
  }

  @MainActor func testGreenOwnExpectations() {
    var handled = 0
    countedStep {
      let answer = expectation(description: "the server answers")
      if attempt == 3 { answer.fulfill() }
      if attempt == 2 { return waitForExpectations(timeout: 0.01) }
      waitForExpectations(timeout: 0.01) { _ in handled += 1 }
    }
    XCTAssertEqual(handled, 2)
  }

  func testRedWaitOutsideOfSteps() {
    wait(for: [expectation(isFulfilled: false)], timeout: 0.01)  // wait
  }

  /// XCTest's own wait, which reports from a thread of its own.
  func testRedWaitInOrder() {
    countedStep { wait(for: [expectation(isFulfilled: attempt == 2)], timeout: 0.01, enforceOrder: true) }
  }
}
