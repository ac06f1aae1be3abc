import TargetedAutoRetry
import XCTest

class BaseUITestCase: RetryableUITestCase {
  let app = WatchedApplication()

  override func setUp() async throws {
    continueAfterFailure = false
    launchWithRetries()
  }

  override func collectEvidence(of attempt: AttemptEvidence) {
    let screen = XCUIScreen.main.screenshot()
    attempt.attach(screen.pngRepresentation, named: "screen.png")
    guard app.state == .runningForeground else { return }
    attempt.attach(app.debugDescription, named: "elements.txt")
  }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    app.hasCrashed ? .abort("The app has crashed") : .retry
  }

  func launchWithRetries(file: StaticString = #filePath, line: UInt = #line) {
    autoRetry("Launch", within: .seconds(10), file: file, line: line) {
      app.launch()
    } until: {
      app.buttons["Sign In"].isThere
    } reset: {
      app.terminate()
    }
  }
}
