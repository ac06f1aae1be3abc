import TargetedAutoRetry
import Testing
import XCTest

extension TargetedAutoRetry {
  /// An inner step that is aborted by the hook, and a wait after it.
  fileprivate func crash() {
    step("Page") { step("Tap", until: { false }) }
  }
}

private func answer(to attempt: FailedAttempt) -> RecoveryAction {
  attempt.actionDescription == "Tap" ? .abort("the app crashed") : .retry
}

/// Steps whose hook says that no retry can help.
final class RetryableAbortFixture: RetryableTestCase {
  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { answer(to: attempt) }

  func testAbort() { crash() }

  func testAbortInAStepThatThrows() throws { try autoRetry("Page") { step("Tap", until: { false }) } }

  func testAbortOfATestCaseThatNeverRuns() {
    let robot = RetryableAbortFixture(name: name, testClosure: { _ in })
    var attempts = 0
    step("Page") {
      attempts += 1
      robot.step("Tap", until: { attempts == 2 })
    }
  }
}

@Suite struct AbortSuiteFixture: TargetedAutoRetry {
  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { answer(to: attempt) }

  @Test func abort() { crash() }

  @Test func aroundKnownAbort() {
    step { withKnownIssue { step("Page") { step("Tap", until: { false }) } } }
  }
}
