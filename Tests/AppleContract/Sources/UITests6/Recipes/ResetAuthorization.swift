import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func openScanner() {
    autoRetry(
      mainAction: {
        app.buttons["Scan"].tap()
        answerSpringboard("Allow")
      },
      successCondition: {
        app.staticTexts["Point at a Code"].waitForExistence(timeout: 5)
      },
      resetSteps: {
        app.resetAuthorizationStatus(for: .camera)
        app.launch()
      },
      actionDescription: "Open Scanner"
    )
  }
}
