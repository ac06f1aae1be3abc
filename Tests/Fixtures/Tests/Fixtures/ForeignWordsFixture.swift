import XCTest

/// XCTest's own messages about expectations, which the library recognizes.
final class ForeignWordsFixture: FixtureTestCase {
  func testWaitInVain() {
    wait(for: [XCTestExpectation(description: "never")], timeout: 0)
  }

  @MainActor func testWaitWithoutExpectations() {
    waitForExpectations(timeout: 0)
  }

  func testInvertedExpectation() {
    let expectation = XCTestExpectation(description: "not to come")
    expectation.isInverted = true
    expectation.fulfill()
    wait(for: [expectation], timeout: 0)
  }
}
