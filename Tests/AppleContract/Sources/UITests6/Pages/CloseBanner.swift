import TargetedAutoRetry
import XCTest

@MainActor
func closeBanner(of app: XCUIApplication) {
  let close = app.buttons["Close"]
  CurrentTest().autoRetry(
    "Close Banner",
    within: .seconds(2),
    failTestOnFailure: false
  ) {
    close.tap()
  } until: {
    !close.exists
  }
}
