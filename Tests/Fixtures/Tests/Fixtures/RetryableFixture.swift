import Foundation
import TargetedAutoRetry
import XCTest

/// Steps whose attempts assert, in a test case that withholds issues.
final class RetryableFixture: RetryableTestCase {
  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    attempt.actionDescription == "Crash" ? .abort("the app crashed") : .retry
  }

  func testAssertionThenSuccess() {
    var attempt = 0
    step("Sign In") {
      attempt += 1
      XCTAssertEqual(attempt, 2, "not yet")  // withheld assertion
    }
  }

  func testExhausted() {
    var attempt = 0
    step("Sign In", retries: 1) {  // retryable exhausted
      attempt += 1
      XCTFail("first of attempt \(attempt)")  // first
      XCTFail("second of attempt \(attempt)")  // second
    }
  }

  func testErrorAfterAssertion() throws {
    var attempt = 0
    try step("Sign In") {
      attempt += 1
      if attempt == 1 {
        XCTFail("the reason")
        throw CocoaError(.fileNoSuchFile)
      }
    }
  }

  func testUnwraps() throws {
    var found: String?
    try step("Sign In") {
      defer { found = "it" }
      _ = try XCTUnwrap(found)
    }
  }

  func testNest() {
    var outer = 0
    var innermost = 0
    step("Outer", retries: 1) {
      outer += 1
      step("Middle", retries: 1) {
        step("Innermost", retries: 1) {
          innermost += 1
          XCTAssertEqual(outer, 2, "innermost")
        }
      }
    }
    XCTAssertEqual(innermost, 5)
  }

  func testStepOfPageObject() {
    XCTAssertEqual(PageObject().fillIn(), 1)
  }

  func testAbort() {
    step("Outer") {
      step("Crash", failsTest: false, until: { false })  // abort
    }
  }
}
