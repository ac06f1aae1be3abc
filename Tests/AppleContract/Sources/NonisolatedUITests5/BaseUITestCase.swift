import TargetedAutoRetry
import XCTest

/// A base class on no actor, as suites have that began in Swift 5.
class BaseUITestCase: RetryableTestCase {
  let app = WatchedApplication()

  override func setUpWithError() throws {
    launch(showing: app.buttons["Sign In"])
  }

  override func collectEvidence(of attempt: AttemptEvidence) {
    let screen = XCUIScreen.main.screenshot()
    attempt.attach(screen.pngRepresentation, named: "screen.png")
    guard app.state == .runningForeground else { return }
  }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    app.hasCrashed ? .abort("The app has crashed") : .retry
  }

  func openCart() {
    autoRetry("Open Cart", within: .seconds(2)) {
      app.buttons["Cart"].tap()
    } until: {
      app.staticTexts["Your Cart"].isThere
    } reset: {
      app.launch()
    }
  }
}
