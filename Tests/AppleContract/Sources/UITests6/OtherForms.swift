import TargetedAutoRetry
import XCTest

// What the two other base classes can do, sync and async.

final class HookedUITests: HookedUITestCase {
  /// A page that declares nothing, and its steps on the main actor and elsewhere.
  func testPage() async {
    launchApp()
    CartPage(app: app).addWithRetries("Hat")
    await addElsewhere()
  }

  private func launchApp() {
    autoRetry(
      mainAction: app.launch,
      successCondition: { app.state == .runningForeground },
      actionDescription: "Launch"
    )
  }

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

/// No actor: the test on the main actor gives its hook and its policy to no step here.
private func addElsewhere() async {
  await Task.yield()
  CurrentTest().autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Elsewhere")
}
