import Foundation
import TargetedAutoRetry
import XCTest

/// The source of the output that the documentation shows.
final class DocumentationFixture: XCTestCase, TargetedAutoRetry {
  private struct NotThere: Error {}

  private struct NoConnection: Error {}

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private struct Account {}

  private struct HurriedSteps: TargetedAutoRetry {
    var retryPolicy: RetryPolicy { RetryPolicy(timeLimit: .seconds(1)) }
  }

  var retryPolicy: RetryPolicy { RetryPolicy(conditionTimeout: .milliseconds(20)) }

  func testRecovery() {
    let policy = RetryPolicy(conditionTimeout: .milliseconds(20))
    step("Sign In", policy: policy, until: { RetryAttempt.current?.number == 2 }, reset: {})
  }

  func testFailureOfOneRetry() throws {
    try step("Sign In", retries: 1, until: { false }, reset: {}) {
      if RetryAttempt.current?.number == 2 { throw NoConnection() }
    }
  }

  func testNested() throws {
    let checksOnce = RetryPolicy(conditionTimeout: .zero)
    try step("Launch and Open Account", retries: 0, policy: checksOnce, until: { false }) {
      try step("Sign In", retries: 0, failsTest: false) { throw NotThere() }
    }
  }

  func testNoted() {
    autoRetry("Sign In", within: .milliseconds(20), retryAttempts: 0) {
    } until: {
      noted("Grace", as: "account name") == "Ada"
    }
  }

  func testExhausted() throws {
    var attempts = 0
    _ = try autoRetry("Load", retryAttempts: 2) { () -> Account in
      attempts += 1
      throw Failure(description: "error \(attempts)")
    }
  }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    if attempt.actionDescription == "Open Cart", attempt.number == 2 { Thread.sleep(forTimeInterval: 1) }
    return .retry
  }

  func testTimeLimit() {
    HurriedSteps().step("Check Out") {
      withRetryPolicy(RetryPolicy(conditionTimeout: .milliseconds(20))) {
        _ = step("Open Cart", policy: RetryPolicy(timeLimit: .seconds(9)), until: { false })
      }
    }
  }
}
