import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func type(_ text: String, into label: String) {
    let field = app.textFields[label]
    let delete = XCUIKeyboardKey.delete.rawValue
    autoRetry("Type into \(label)", within: .seconds(1)) {
      field.tap()
      let typed = field.value as? String ?? ""
      field.typeText(String(repeating: delete, count: typed.count) + text)
    } until: {
      noted(field.value as? String, as: label) == text
    }
  }
}
