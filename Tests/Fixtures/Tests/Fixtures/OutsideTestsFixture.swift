import TargetedAutoRetry
import XCTest

/// A flaky scope in a test case that cannot run again.
final class PlainFlakyFixture: FixtureTestCase {
  func testFlaky() {
    flaky(.fixable(reason: "slow map")) {}
  }
}

/// A step outside any test.
final class OutsideTestsFixture: FixtureTestCase {
  override class func setUp() {
    PageObject().open()  // outside
  }

  func testNothing() {}
}
