import TargetedAutoRetry
import XCTest

final class FirstUITests: RetryableUITestCase {
  func testAccountShowsName() {
    let app = WatchedApplication()
    app.launch()
    autoRetry("Sign In", within: .seconds(5)) {
      app.buttons["Sign In"].tap()
    } until: {
      app.staticTexts["Hello, Ada"].isThere
    } reset: {
      app.launch()
    }
    app.buttons["Account"].tap()
    XCTAssertTrue(app.staticTexts["Ada"].exists)
  }
}
