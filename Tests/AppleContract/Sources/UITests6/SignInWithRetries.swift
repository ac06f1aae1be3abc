import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func signInWithRetries(file: StaticString = #filePath, line: UInt = #line) {
    autoRetry("Sign In", within: .seconds(5), file: file, line: line) {
      app.textFields["Name"].tap()
      app.textFields["Name"].typeText("Ada")
      app.buttons["Sign In"].tap()
    } until: {
      app.staticTexts["Hello, Ada"].isThere
    } reset: {
      app.launch()
    }
  }
}
