import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func scroll(to label: String) -> XCUIElement {
    let cell = app.cells[label]
    autoWait("Cell \(label)", for: .seconds(30), meanwhile: app.swipeUp) {
      cell.isTappable
    }
    return cell
  }
}
