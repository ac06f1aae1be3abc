import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func setSwitch(_ label: String, on: Bool) {
    let toggle = app.switches[label]
    autoRetry(
      mainAction: toggle.tap,
      successCondition: { toggle.value as? String == (on ? "1" : "0") },
      actionDescription: "Set \(label)",
      policy: RetryPolicy(conditionTimeout: .seconds(2), looksFirst: true)
    )
  }
}
