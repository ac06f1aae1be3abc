import Foundation
import TargetedAutoRetry
import XCTest

/// Steps whose attempts assert, in a test case that holds issues back.
final class RetryableFixture: RetryableTestCase {
  func testForgivenByOuterStep() {
    var runs = 0
    autoRetry("Outer") {
      runs += 1
      autoRetry("Inner", retryAttempts: 1) { XCTAssertEqual(runs, 2, "not yet") }
    }
  }

  func testAssertionThenSuccess() {
    var attempt = 0
    autoRetry("Sign In") {
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
    try step("Sign In") {
      if RetryAttempt.current?.number == 1 {
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

  func testStepOfPageObject() {
    XCTAssertEqual(PageObject().fillIn(), 1)
  }
}

/// Steps in setup and teardown.
final class SetUpFixture: RetryableTestCase {
  private func recover(_ name: String) {
    step(name) { XCTAssertEqual(RetryAttempt.current?.number, 2) }
  }

  override func setUp() { recover("Set Up") }

  override func tearDown() { recover("Tear Down") }

  func testNothing() {}
}

/// A hook that asserts.
final class AssertingHookFixture: RetryableTestCase {
  override func collectEvidence(of attempt: AttemptEvidence) {
    if attempt.actionDescription == "Tap", attempt.failure != nil { XCTFail("no screen") }
  }

  private func tap() { step("Tap", until: { RetryAttempt.current?.number == 2 }) }

  func testRedInStep() { tap() }

  func testGreenInOuterAttempt() {
    step("Outer", retries: 1) { if RetryAttempt.current?.number == 1 { tap() } }
  }
}

/// Reset steps that throw or assert.
final class BrokenResetFixture: RetryableTestCase {
  struct NoWayBack: Error {}

  func testResetStepsAssert() {
    step("Sign In", until: { RetryAttempt.current?.number == 2 }, reset: { XCTFail("no way back") })
  }

  func testResetStepsAssertInOuterAttempt() {
    step("Outer", retries: 1) { if RetryAttempt.current?.number == 1 { testResetStepsAssert() } }
  }

  func testResetStepsThrow() throws {
    try step("Sign In", until: { false }, reset: { throw NoWayBack() })  // reset steps throw
  }
}
