import TargetedAutoRetry
import XCTest

/// A base class that has moved to the main actor; its overrides of XCTest and its pages are on no actor yet.
class OldUITestCase: RetryableUITestCase {
  var app = WatchedApplication()

  override func setUpWithError() throws {
    launchWithRetries()
  }

  func launchWithRetries() {
    autoRetry(
      mainAction: app.launch,
      successCondition: { app.buttons["Sign In"].exists },
      actionDescription: "Launch"
    )
  }
}

struct OldPage {
  let test: OldUITestCase

  func launchAgain() {
    test.app.terminate()
    test.launchWithRetries()
  }
}
