import TargetedAutoRetry
import XCTest

/// A flaky part in a test case that cannot run again.
final class PlainFlakyFixture: FixtureTestCase {
  func testFlaky() {
    flaky(.fixable(reason: "slow map")) {}
  }
}

/// A step that runs when no test does.
final class OutsideTestsFixture: FixtureTestCase {
  override class func setUp() {
    PageObject().open()  // outside
  }

  func testNothing() {}
}
