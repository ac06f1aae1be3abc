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

  private struct Account {
    let isComplete = false
  }

  private struct HurriedSteps: TargetedAutoRetry {
    var retryPolicy: RetryPolicy { RetryPolicy(timeLimit: .seconds(1)) }
  }

  var retryPolicy: RetryPolicy { RetryPolicy(conditionTimeout: .milliseconds(20)) }

  func testRecovery() {
    autoRetry("Sign In", within: .milliseconds(20)) {
    } until: {
      RetryAttempt.current?.number == 2
    } reset: {
    }
  }

  func testFailureOfOneRetry() throws {
    try autoRetry(
      mainAction: { if RetryAttempt.current?.number == 2 { throw NoConnection() } },
      successCondition: { false },
      resetSteps: {},
      actionDescription: "Sign In",
      retryAttempts: 1
    )
  }

  func testNested() throws {
    try autoRetry(
      mainAction: {
        try autoRetry(
          mainAction: { throw NotThere() },
          successCondition: { true },
          actionDescription: "Sign In",
          retryAttempts: 0,
          failTestOnFailure: false
        )
      },
      successCondition: { false },
      actionDescription: "Launch and Open Account",
      retryAttempts: 0,
      policy: RetryPolicy(conditionTimeout: .zero)
    )
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

  func testValue() throws {
    _ = try autoRetry("Load Account", retryAttempts: 0) {
      Account()
    } until: {
      $0.isComplete
    }
  }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    if attempt.actionDescription == "Pay", attempt.number == 2 { Thread.sleep(forTimeInterval: 1) }
    return .retry
  }

  func testTimeLimit() {
    HurriedSteps().autoRetry(
      mainAction: {
        withRetryPolicy(RetryPolicy(conditionTimeout: .milliseconds(20))) {
          _ = autoRetry(
            mainAction: {},
            successCondition: { false },
            actionDescription: "Pay",
            policy: RetryPolicy(timeLimit: .seconds(9))
          )
        }
      },
      successCondition: { true },
      actionDescription: "Check Out"
    )
  }
}
