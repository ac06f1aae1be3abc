import TargetedAutoRetry
import XCTest

@MainActor
class HookedUITestCase: XCTestCase, @MainActor TargetedAutoRetry {
  let app = WatchedApplication()

  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 2) }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    app.hasCrashed ? .abort("The app has crashed") : .retry
  }
}
