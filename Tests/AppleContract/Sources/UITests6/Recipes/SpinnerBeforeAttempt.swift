import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func pay() {
    autoRetry("Pay", within: .seconds(5)) {
      autoWait("Idle", for: .seconds(10)) {
        !app.activityIndicators["Loading"].exists
      }
      app.buttons["Pay"].tap()
    } until: {
      app.staticTexts["Thank You"].isThere
    }
  }
}
