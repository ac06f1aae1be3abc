import Foundation
import TargetedAutoRetry
import XCTest

/// Steps before any test.
final class OutsideTestsFixture: RetryableTestCase {
  override class func setUp() {
    PageObject().open()  // outside
    PageObject().open()  // outside too
  }

  func testNothing() {}
}

/// A failure of an instance that runs no test.
final class IdleFixture: RetryableTestCase {
  override class func setUp() {
    let idle = IdleFixture(name: "idle", testClosure: { _ in })
    idle.wait(for: [XCTestExpectation(description: "the server answers")], timeout: 0)  // of an idle instance
  }

  func testNothing() {}
}

/// A step after the last test.
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

/// The same in a test that the library does not know.
final class PlainNestingFixture: XCTestCase {
  func testOther() {
    FixtureTestCase(name: "testNested", testClosure: { _ in }).run()
    PageObject().open()  // after a plain nested test
  }
}

/// A step that fails while the next test runs.
final class LateStepFixture: FixtureTestCase, @unchecked Sendable {
  private static let stepBegins = DispatchSemaphore(value: 0)
  private static let nextTestBegins = DispatchSemaphore(value: 0)
  private static let stepIsOver = DispatchSemaphore(value: 0)

  #if os(Linux)
    // Swift 6.4 gives an issue without a test to the test that runs.
    override class func setUp() { Interop.begin() }
  #endif

  func test1() {
    Task.detached { [self] in
      step(retries: 0, until: { false }) {  // after its test
        Self.stepBegins.signal()
        Self.nextTestBegins.wait()
      }
      Self.stepIsOver.signal()
    }
    Self.stepBegins.wait()
  }

  func test2() {
    Self.nextTestBegins.signal()
    Self.stepIsOver.wait()
  }
}
