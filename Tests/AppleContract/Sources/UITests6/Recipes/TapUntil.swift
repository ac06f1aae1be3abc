import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func tap(_ button: String, untilButton other: String) {
    autoRetry("Tap \(button)", within: .seconds(2)) {
      app.buttons[button].tap()
    } until: {
      app.buttons[other].exists
    }
  }
}
