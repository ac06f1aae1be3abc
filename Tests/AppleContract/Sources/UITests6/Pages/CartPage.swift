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
    autoRetry("Add to Cart", within: .seconds(5), file: file, line: line) {
      app.buttons["Add \(item)"].tap()
    } until: {
      app.staticTexts["1 \(item)"].isThere
    }
    return self
  }
}
