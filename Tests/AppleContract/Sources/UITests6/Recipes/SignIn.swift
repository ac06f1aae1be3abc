import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func signIn(as name: String) {
    autoRetry(
      mainAction: {
        app.textFields["Name"].tap()
        app.textFields["Name"].typeText(name)
        app.buttons["Sign In"].tap()
      },
      successCondition: {
        app.staticTexts["Hello, \(name)"].waitForExistence(timeout: 5)
      },
      resetSteps: escalating(app.buttons["Cancel"].tap, app.launch),
      actionDescription: "Sign In"
    )
  }
}
