import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func type(_ text: String, into label: String) {
    let field = app.textFields[label]
    autoRetry("Type into \(label)", within: .seconds(1)) {
      field.tap()
      field.typeText(text)
    } until: {
      noted(field.value as? String, as: label) == text
    } reset: {
      let typed = field.value as? String ?? ""
      let delete = XCUIKeyboardKey.delete.rawValue
      field.typeText(String(repeating: delete, count: typed.count))
    }
  }
}
