import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func launchFreshAtLast(showing element: XCUIElement) {
    let usual = app.launchArguments
    defer { app.launchArguments = usual }
    autoRetry(
      mainAction: app.launch,
      successCondition: { element.waitForExistence(timeout: 10) },
      resetSteps: escalating(
        app.terminate,
        { [app] in app.launchArguments = usual + ["-delete-all-data"] }
      ),
      actionDescription: "Launch"
    )
  }
}
