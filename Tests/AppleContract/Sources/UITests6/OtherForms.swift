import TargetedAutoRetry
import XCTest

// The features of the two other base classes, sync and async.

final class HookedUITests: HookedUITestCase {
  /// A page that declares nothing, with steps on the main actor and elsewhere.
  func testPage() async {
    launchApp()
    HatPage(app: app).addHat()
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

@MainActor
private struct HatPage: TargetedAutoRetry {
  let app: XCUIApplication

  func addHat() {
    autoRetry(
      mainAction: app.buttons["Add Hat"].tap,
      successCondition: { app.staticTexts["1 Hat"].exists },
      actionDescription: "Add Hat"
    )
  }
}

/// Off the main actor, the test on the main actor supplies no hook and no policy.
private func addElsewhere() async {
  await Task.yield()
  CurrentTest().autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Elsewhere")
}
