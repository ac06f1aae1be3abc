import TargetedAutoRetry
import XCTest

/// The methods are on the main actor rather than the class, which XCTest on Linux could not run.
final class MainActorConsumers: XCTestCase, TargetedAutoRetry {
  @MainActor func testSynchronous() {
    let app = MainActorApp()
    XCTAssertEqual(autoRetry(mainAction: app.launch, successCondition: { app.isRunning }), 1)
    autoRetry {
      app.launch()
    } successCondition: {
      app.isRunning
    } resetSteps: {
      launchTwice(app)
    }
    XCTAssertEqual(app.launches, 6)
  }

  @MainActor func testAsynchronous() async {
    let app = MainActorApp()
    await autoRetry(
      mainAction: app.launchSlowly,
      successCondition: { app.isRunning },
      resetSteps: app.reset,
      actionDescription: "Launch"
    )
    await autoRetry(
      mainAction: { await self.launchSlowly(app) },
      successCondition: {
        MainActor.assertIsolated()
        return app.isRunning
      }
    )
    XCTAssertEqual(app.launches, 4)
  }

  @MainActor private func launchTwice(_ app: MainActorApp) {
    app.launch()
    app.launch()
  }

  @MainActor private func launchSlowly(_ app: MainActorApp) async {
    await app.launchSlowly()
  }
}
