import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func type(_ text: String, into label: String) {
    let field = app.textFields[label]
    autoRetry(
      mainAction: {
        field.tap()
        field.typeText(text)
      },
      successCondition: { field.value as? String == text },
      resetSteps: {
        let typed = field.value as? String ?? ""
        let delete = XCUIKeyboardKey.delete.rawValue
        field.typeText(String(repeating: delete, count: typed.count))
      },
      actionDescription: "Type \(text)",
      policy: RetryPolicy(conditionTimeout: .seconds(1))
    )
  }
}
