import Foundation
import TargetedAutoRetry
import Testing
import XCTest

/// The code of a test ends the process while a failure is held back.
final class ExitFixture: RetryableTestCase {
  func testSecondAttempt() {
    autoRetry("Launch") {
      if RetryAttempt.current?.number == 2 { exit(0) }
      XCTFail("a bug")
    } until: {
      true
    }
  }

  func testAttemptAfterAnInnerStep() {
    autoRetry("Outer") {
      if RetryAttempt.current?.number == 2 { exit(0) }
      autoRetry("Launch", retryAttempts: 0) {
      } until: {
        noted("a bug", as: "title") == "Shop"
      }
    } until: {
      true
    }
  }

  func testRerun() {
    flaky(.notFixable(reason: "slow map")) {
      if retryCount == 1 { exit(0) }
      XCTFail("a bug")
    }
  }

  func testAttemptOfARerun() {
    flaky(.notFixable(reason: "slow map")) {
      if retryCount == 0 { return XCTFail("a bug") }
      autoRetry("Launch") {
        exit(0)
      } until: {
        true
      }
    }
  }
}

@Suite struct ExitSuiteFixture: TargetedAutoRetry {
  @Test func secondAttempt() {
    autoRetry("Launch") {
      if RetryAttempt.current?.number == 2 { exit(0) }
      Issue.record("a bug")
    } until: {
      true
    }
  }

  @Test(.flaky(.notFixable(reason: "slow map"))) func rerun() {
    if FlakyTrait.retryCount == 1 { exit(0) }
    Issue.record("a bug")
  }

  @Test(.flaky(.notFixable(reason: "slow map"))) func attemptOfARerun() {
    if FlakyTrait.retryCount == 0 {
      Issue.record("a bug")
    } else {
      autoRetry("Launch") {
        exit(0)
      } until: {
        true
      }
    }
  }
}
