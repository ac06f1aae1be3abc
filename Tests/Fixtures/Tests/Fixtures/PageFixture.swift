import TargetedAutoRetry
import XCTest

// Each class has one test, and no other test runs in the process, so the page is not told its test. The rows of its
// steps must name the test nevertheless.

struct Page: TargetedAutoRetry {
  func open(_ name: String = "Page") {
    step(name)
  }
}

final class PlainPageFixture: XCTestCase {
  func testPage() { Page().open() }

  override class func tearDown() { Page().open("After") }
}

final class AsyncPageFixture: XCTestCase {
  func testPage() async { Page().open() }
}

final class UnknownPageFixture: FixtureTestCase {
  func testPage() {
    Page().open()
    CurrentTest().step("Page Again")
  }

  func testPageAgain() { Page().open() }
}

final class AfterOwnStepFixture: FixtureTestCase {
  func testPage() {
    step("Own")
    Page().open()
  }

  override class func tearDown() { Page().open("After") }
}

final class InOwnStepFixture: FixtureTestCase {
  func testPage() {
    step("Own") { Page().open() }
  }
}

final class RetryablePageFixture: RetryableTestCase {
  func testPage() { Page().open() }
}
