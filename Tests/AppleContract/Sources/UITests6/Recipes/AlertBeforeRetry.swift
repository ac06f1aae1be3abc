import TargetedAutoRetry
import XCTest

class AlertedUITestCase: BaseUITestCase {
  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    let springboard = XCUIApplication(
      bundleIdentifier: "com.apple.springboard"
    )
    let button = springboard.alerts.buttons["Not Now"]
    if button.exists { button.tap() }
    return super.recoveryAction(after: attempt)
  }
}
