import XCTest

extension BaseUITestCase {
  func relaunch(with arguments: [String], showing element: XCUIElement) {
    app.launchArguments = arguments
    launch(showing: element)
  }
}
