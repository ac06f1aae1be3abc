import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func tap(_ button: String, untilButton other: String) {
    autoRetry(
      mainAction: app.buttons[button].tap,
      successCondition: {
        app.buttons[other].waitForExistence(timeout: 2)
      },
      actionDescription: "Tap \(button)"
    )
  }
}
