import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func tap(_ button: String, untilButton other: String) {
    autoTap(
      app.buttons[button],
      until: app.buttons[other],
      within: .seconds(2)
    )
  }
}
