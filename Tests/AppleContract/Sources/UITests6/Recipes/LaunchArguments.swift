import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func launch(with arguments: [String], showing element: XCUIElement) {
    let usual = app.launchArguments
    app.launchArguments += arguments
    defer { app.launchArguments = usual }
    launch(showing: element)
  }
}
