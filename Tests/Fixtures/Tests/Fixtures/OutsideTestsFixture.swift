import Foundation
import TargetedAutoRetry
import XCTest

/// A flaky scope in a test case that cannot run again.
final class PlainFlakyFixture: FixtureTestCase {
  func testFlaky() {
    flaky(.fixable(reason: "slow map")) {}
  }
}

/// Steps outside of any test, whose failures are those of the next one.
final class OutsideTestsFixture: RetryableTestCase {
  override class func setUp() {
    PageObject().open()  // outside
    PageObject().open()  // outside too
  }

  func testNothing() {}

  func testSkipped() throws { throw XCTSkip("not here") }

  func testFlaky() {
    flaky(.fixable(reason: "slow map")) { XCTAssertEqual(retryCount, 1) }
  }
}

/// A failure of an instance that runs no test, before anything watches the tests.
final class UnwatchedFixture: RetryableTestCase {
  override class func setUp() {
    let idle = UnwatchedFixture(name: "idle", testClosure: { _ in })
    idle.wait(for: [XCTestExpectation(description: "the server answers")], timeout: 0)  // of an idle instance
  }

  func testNothing() {}
}

/// A step outside of any test, which no test follows.
final class LastTestFixture: FixtureTestCase {
  override class func tearDown() {
    PageObject().open()  // after the last test
    if ProcessInfo.processInfo.environment["FIXTURE_EXITS"] != nil { exit(0) }
  }

  func testNothing() {}
}

/// A step after a test that the running one has run, for which XCTest then knows no test.
final class NestingFixture: RetryableTestCase {
  func testOther() {
    FixtureTestCase(name: "testNested", testClosure: { _ in }).run()
    PageObject().open()  // after a nested test
  }
}
