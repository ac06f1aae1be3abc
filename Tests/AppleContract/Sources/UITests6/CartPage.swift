import TargetedAutoRetry
import XCTest

@MainActor
struct CartPage: TargetedAutoRetry {
  let app: XCUIApplication

  func addWithRetries(
    _ item: String,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    autoRetry(
      mainAction: app.buttons["Add \(item)"].tap,
      successCondition: {
        app.staticTexts["1 \(item)"].waitForExistence(timeout: 5)
      },
      actionDescription: "Add \(item)",
      file: file,
      line: line
    )
  }
}
