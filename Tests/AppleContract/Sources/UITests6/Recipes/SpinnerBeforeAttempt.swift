import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func pay() {
    autoRetry("Pay", within: .seconds(5)) {
      autoWait("Idle", for: .seconds(10)) {
        !app.activityIndicators["Loading"].isThere
      }
      app.buttons["Pay"].tap()
    } until: {
      app.staticTexts["Thank You"].isThere
    }
  }
}
