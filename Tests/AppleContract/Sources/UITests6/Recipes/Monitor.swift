import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func allowingNotifications(_ step: () -> Void) {
    let monitor = addUIInterruptionMonitor(
      withDescription: "Notifications"
    ) { alert in
      let allow = alert.buttons["Allow"]
      guard allow.exists else { return false }
      allow.tap()
      return true
    }
    defer { removeUIInterruptionMonitor(monitor) }
    step()
  }
}
