import XCTest

/// XCTest's own message about an expectation, which the library recognizes.
final class ForeignWordsFixture: FixtureTestCase {
  func testInvertedExpectation() {
    let expectation = XCTestExpectation(description: "not to come")
    expectation.isInverted = true
    expectation.fulfill()
    wait(for: [expectation], timeout: 0)
  }
}
