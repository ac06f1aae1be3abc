import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func allowNotifications() {
    _ = addUIInterruptionMonitor(withDescription: "Notifications") { alert in
      let allow = alert.buttons["Allow"]
      guard allow.exists else { return false }
      allow.tap()
      return true
    }
  }

  func tap(_ button: String, untilTappable other: XCUIElement) {
    let springboard = XCUIApplication(
      bundleIdentifier: "com.apple.springboard"
    )
    let alert = springboard.alerts.firstMatch
    autoRetry("Tap \(button)", within: .seconds(2)) {
      app.buttons[button].tap()
    } until: {
      !noted(alert.exists, as: "alert in front") && other.isTappable
    }
  }
}
