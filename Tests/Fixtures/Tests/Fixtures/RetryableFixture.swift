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
    autoRetry(
      mainAction: {
        attempt += 1
        XCTAssertEqual(attempt, 2, "not yet")  // withheld assertion
      },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }

  func testExhausted() {
    var attempt = 0
    autoRetry(  // retryable exhausted
      mainAction: {
        attempt += 1
        XCTFail("first of attempt \(attempt)")  // first
        XCTFail("second of attempt \(attempt)")  // second
      },
      successCondition: { true },
      actionDescription: "Sign In",
      retryAttempts: 1
    )
  }

  func testErrorAfterAssertion() throws {
    var attempt = 0
    try autoRetry(
      mainAction: {
        attempt += 1
        if attempt == 1 {
          XCTFail("the reason")
          throw CocoaError(.fileNoSuchFile)
        }
      },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }

  func testUnwraps() throws {
    var found: String?
    try autoRetry(
      mainAction: {
        defer { found = "it" }
        _ = try XCTUnwrap(found)
      },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }

  func testNest() {
    var outer = 0
    var innermost = 0
    autoRetry(
      mainAction: {
        outer += 1
        autoRetry(
          mainAction: {
            autoRetry(
              mainAction: {
                innermost += 1
                XCTAssertEqual(outer, 2, "innermost")
              },
              successCondition: { true },
              actionDescription: "Innermost",
              retryAttempts: 1
            )
          },
          successCondition: { true },
          actionDescription: "Middle",
          retryAttempts: 1
        )
      },
      successCondition: { true },
      actionDescription: "Outer",
      retryAttempts: 1
    )
    XCTAssertEqual(innermost, 5)
  }

  func testStepOfPageObject() {
    XCTAssertEqual(PageObject().fillIn(), 1)
  }

  func testAssertionInResetSteps() {
    var attempt = 0
    autoRetry(
      mainAction: { attempt += 1 },
      successCondition: { attempt == 2 },
      resetSteps: { XCTFail("in reset steps") },
      actionDescription: "Sign In"
    )
  }

  func testAbort() {
    autoRetry(
      mainAction: {
        autoRetry(  // abort
          mainAction: {},
          successCondition: { false },
          actionDescription: "Crash",
          failTestOnFailure: false
        )
      },
      successCondition: { true },
      actionDescription: "Outer"
    )
  }
}
