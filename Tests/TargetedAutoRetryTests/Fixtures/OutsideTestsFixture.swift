import XCTest

/// A step that runs when no test does.
final class OutsideTestsFixture: FixtureTestCase {
  override class func setUp() {
    if Fixtures.areArmed { PageObject().open() }  // outside
  }

  func testNothing() {}
}
