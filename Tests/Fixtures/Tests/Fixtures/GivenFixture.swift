import TargetedAutoRetry
import XCTest

/// The first test of its process, in a plain base class; its page has the policy and the hook of the test nevertheless.
final class GivenFixture: XCTestCase, TargetedAutoRetry {
  private var asked = 0

  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    asked += 1
    return .retry
  }

  func testPageAfterOwnStep() {
    step()
    checkPage()
  }

  func testPageInOwnStep() {
    step { checkPage() }
  }

  private func checkPage() {
    let retries = CurrentTest().step(failsTest: false, until: { false })
    XCTAssertEqual(retries, 2)
    XCTAssertEqual(asked, 2)
  }
}
