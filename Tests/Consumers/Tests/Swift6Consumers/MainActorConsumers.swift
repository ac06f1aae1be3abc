import TargetedAutoRetry
import XCTest

/// The methods are on the main actor rather than the class, which XCTest on Linux could not run.
final class MainActorConsumers: XCTestCase, TargetedAutoRetry {
  @MainActor func testFunctionReferences() {
    let app = MainActorApp()
    XCTAssertEqual(autoRetry(mainAction: app.launch, successCondition: { app.isRunning }), 1)
  }

  @MainActor func testClosures() {
    let app = MainActorApp()
    autoRetry {
      app.launch()
    } successCondition: {
      app.isRunning
    } resetSteps: {
      helper(app)
    }
    XCTAssertEqual(app.launches, 4)
  }

  @MainActor func testAsync() async {
    let app = MainActorApp()
    let retries = await autoRetry(
      mainAction: app.launchSlowly,
      successCondition: { app.isRunning },
      resetSteps: app.reset,
      actionDescription: "Launch"
    )
    XCTAssertEqual(retries, 1)
  }

  @MainActor func testAsyncHelperOfSelf() async {
    let app = MainActorApp()
    await autoRetry(
      mainAction: { await self.asyncHelper(app) },
      successCondition: {
        MainActor.assertIsolated()
        return app.isRunning
      }
    )
    XCTAssertEqual(app.launches, 2)
  }

  @MainActor private func helper(_ app: MainActorApp) {
    app.launch()
    app.launch()
  }

  @MainActor private func asyncHelper(_ app: MainActorApp) async {
    await app.launchSlowly()
  }
}
