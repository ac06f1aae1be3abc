import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func launchFreshAtLast(showing element: XCUIElement) {
    let usual = app.launchArguments
    defer { app.launchArguments = usual }
    autoRetry("Launch", within: .seconds(10)) {
      app.launch()
    } until: {
      element.isThere
    } reset: {
      app.terminate()
      if RetryAttempt.current?.number == 2 {
        app.launchArguments = usual + ["-delete-all-data"]
      }
    }
  }
}
