import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func focus(_ label: String) -> XCUIElement {
    let field = app.textFields[label]
    autoRetry(
      mainAction: field.tap,
      successCondition: {
        field.value(forKey: "hasKeyboardFocus") as? Bool
      },
      actionDescription: "Focus \(label)",
      policy: RetryPolicy(conditionTimeout: .seconds(1), looksFirst: true)
    )
    return field
  }
}
