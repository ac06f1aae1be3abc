import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func signIn(as name: String) {
    autoRetry("Sign In", within: .seconds(5)) {
      app.textFields["Name"].tap()
      app.textFields["Name"].typeText(name)
      app.buttons["Sign In"].tap()
    } until: {
      app.staticTexts["Hello, \(name)"].isThere
    } reset: {
      let cancel = app.buttons["Cancel"]
      if RetryAttempt.current?.number == 1, cancel.exists {
        cancel.tap()
      } else {
        app.launch()
      }
    }
  }
}
