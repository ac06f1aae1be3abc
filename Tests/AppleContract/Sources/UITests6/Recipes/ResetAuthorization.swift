import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func openScanner() {
    autoRetry("Open Scanner", within: .seconds(5)) {
      app.buttons["Scan"].tap()
      answerSpringboard("Allow")
    } until: {
      app.staticTexts["Point at a Code"].isThere
    } reset: {
      app.resetAuthorizationStatus(for: .camera)
      app.launch()
    }
  }
}
