import TargetedAutoRetry
import XCTest

@MainActor
func closeBanner(of app: XCUIApplication) {
  CurrentTest().autoRetry(
    mainAction: app.buttons["Close"].tap,
    successCondition: {
      app.buttons["Close"].waitForNonExistence(timeout: 2)
    },
    actionDescription: "Close Banner",
    failTestOnFailure: false
  )
}
