import TargetedAutoRetry
import XCTest

// What the two other base classes can do, sync and async.

final class HookedUITests: HookedUITestCase {
  func testSignIn() {
    autoRetry(
      mainAction: app.buttons["Sign In"].tap,
      successCondition: { app.staticTexts["Hello, Ada"].exists },
      resetSteps: app.launch,
      actionDescription: "Sign In"
    )
  }

  func testSignInLater() async {
    await autoRetry(
      mainAction: {
        await Task.yield()
        app.buttons["Sign In"].tap()
      },
      successCondition: { app.staticTexts["Hello, Ada"].exists },
      resetSteps: app.launch,
      actionDescription: "Sign In"
    )
  }
}

final class PlainUITests: BaseTestCase {
  func testSignIn() {
    autoRetry(
      mainAction: app.buttons["Sign In"].tap,
      successCondition: { app.staticTexts["Hello, Ada"].exists },
      resetSteps: app.launch,
      actionDescription: "Sign In"
    )
  }

  func testSignInLater() async {
    await autoRetry(
      mainAction: {
        await Task.yield()
        app.buttons["Sign In"].tap()
      },
      successCondition: { app.staticTexts["Hello, Ada"].exists },
      resetSteps: app.launch,
      actionDescription: "Sign In"
    )
  }
}
