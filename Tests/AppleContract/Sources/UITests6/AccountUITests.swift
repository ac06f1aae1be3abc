import XCTest

final class AccountUITests: BaseUITestCase {
  func testAccountShowsTheName() {
    signInWithRetries()
    app.buttons["Account"].tap()
    XCTAssertTrue(app.staticTexts["Ada"].exists)
  }
}
