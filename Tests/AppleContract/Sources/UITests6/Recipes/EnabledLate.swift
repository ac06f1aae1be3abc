import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func openReceipt() {
    let share = app.buttons["Share"]
    autoRetry("Open Receipt", within: .seconds(5)) {
      app.buttons["Receipt"].tap()
    } until: {
      share.isTappable
    } reset: {
      app.buttons["Back"].tap()
    }
  }
}
