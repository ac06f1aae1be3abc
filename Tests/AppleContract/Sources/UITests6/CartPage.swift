import TargetedAutoRetry
import XCTest

@MainActor
final class CartPage: TargetedAutoRetry {
  let app: XCUIApplication

  init(app: XCUIApplication) {
    self.app = app
  }

  @discardableResult
  func addWithRetries(
    _ item: String,
    file: StaticString = #filePath,
    line: UInt = #line
  ) -> Self {
    autoRetry(
      mainAction: app.buttons["Add \(item)"].tap,
      successCondition: {
        app.staticTexts["1 \(item)"].waitForExistence(timeout: 5)
      },
      actionDescription: "Add \(item)",
      file: file,
      line: line
    )
    return self
  }
}
