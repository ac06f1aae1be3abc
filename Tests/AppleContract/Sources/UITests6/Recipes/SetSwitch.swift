import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func setSwitch(_ label: String, on: Bool) {
    let toggle = app.switches[label]
    autoRetry("Set \(label)", within: .seconds(2), checksFirst: true) {
      toggle.tap()
    } until: {
      noted(toggle.value as? String, as: label) == (on ? "1" : "0")
    }
  }
}
