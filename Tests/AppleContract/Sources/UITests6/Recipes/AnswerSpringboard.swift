import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func answerSpringboard(_ label: String) {
    let springboard = XCUIApplication(
      bundleIdentifier: "com.apple.springboard"
    )
    let button = springboard.alerts.buttons[label]
    guard button.waitForExistence(timeout: 5) else { return }
    autoRetry(
      mainAction: button.tap,
      successCondition: { !button.exists },
      actionDescription: "Answer \(label)",
      policy: RetryPolicy(conditionTimeout: .seconds(2), looksFirst: true)
    )
  }
}
