import TargetedAutoRetry
import XCTest

@MainActor
class HookedUITestCase: XCTestCase, @MainActor TargetedAutoRetry {
  let app = XCUIApplication()

  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 2) }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    app.state == .runningForeground
      ? .retry : .abort("The app is not running: it has crashed.")
  }
}
