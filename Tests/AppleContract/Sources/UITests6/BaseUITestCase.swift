import TargetedAutoRetry
import XCTest

class BaseUITestCase: RetryableUITestCase {
  let app = WatchedApplication()

  override func setUp() async throws {
    continueAfterFailure = false
    launchWithRetries()
  }

  override func collectEvidence(of attempt: AttemptEvidence) {
    guard app.state == .runningForeground else { return }
    attempt.attach(app.screenshot().pngRepresentation, named: "screen.png")
    attempt.attach(app.debugDescription, named: "elements.txt")
  }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    app.hasCrashed ? .abort("The app has crashed") : .retry
  }

  func launchWithRetries(file: StaticString = #filePath, line: UInt = #line) {
    autoRetry(
      mainAction: app.launch,
      successCondition: {
        app.buttons["Sign In"].waitForExistence(timeout: 10)
      },
      resetSteps: app.terminate,
      actionDescription: "Launch",
      file: file,
      line: line
    )
  }

  func signInWithRetries(file: StaticString = #filePath, line: UInt = #line) {
    autoRetry(
      mainAction: {
        app.textFields["Name"].tap()
        app.textFields["Name"].typeText("Ada")
        app.buttons["Sign In"].tap()
      },
      successCondition: {
        app.staticTexts["Hello, Ada"].waitForExistence(timeout: 5)
      },
      resetSteps: app.launch,
      actionDescription: "Sign In",
      file: file,
      line: line
    )
  }
}
