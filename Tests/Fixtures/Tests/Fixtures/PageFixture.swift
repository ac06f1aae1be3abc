import TargetedAutoRetry
import XCTest

// Each class has one test, and no other test runs in the process, so the page is not told its test. The rows of its
// steps must name the test nevertheless.

struct Page: TargetedAutoRetry {
  func open(_ name: String = "Page") {
    autoRetry(mainAction: {}, successCondition: { true }, actionDescription: name)
  }
}

final class PlainPageFixture: XCTestCase {
  func testPage() { Page().open() }

  override class func tearDown() { Page().open("After") }
}

final class AsyncPageFixture: XCTestCase {
  func testPage() async { Page().open() }
}

final class AfterOwnStepFixture: FixtureTestCase {
  func testPage() {
    autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "Own")
    Page().open()
  }

  override class func tearDown() { Page().open("After") }
}

final class InOwnStepFixture: FixtureTestCase {
  func testPage() {
    autoRetry(mainAction: { Page().open() }, successCondition: { true }, actionDescription: "Own")
  }
}

final class RetryablePageFixture: RetryableTestCase {
  func testPage() { Page().open() }
}
