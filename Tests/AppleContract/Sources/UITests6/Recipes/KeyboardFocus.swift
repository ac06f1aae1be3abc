import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func focus(_ label: String) -> XCUIElement {
    let field = app.textFields[label]
    autoRetry("Focus \(label)", within: .seconds(1), checksFirst: true) {
      field.tap()
    } until: {
      noted(field.value(forKey: "hasKeyboardFocus") as? Bool, as: "focus")
    }
    return field
  }
}
