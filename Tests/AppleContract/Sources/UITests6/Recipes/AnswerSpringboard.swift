import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func answerSpringboard(_ label: String) {
    let springboard = XCUIApplication(
      bundleIdentifier: "com.apple.springboard"
    )
    let button = springboard.alerts.buttons[label]
    let isThere = autoWait(
      "Alert",
      for: .seconds(5),
      failTestOnFailure: false
    ) {
      button.isThere
    }
    guard isThere else { return }
    autoRetry("Answer \(label)", within: .seconds(2), checksFirst: true) {
      button.tap()
    } until: {
      !button.isThere
    }
  }
}
