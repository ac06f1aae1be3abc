import TargetedAutoRetry
import XCTest

class BaseTestCase: XCTestCase, TargetedAutoRetry {
  let app = App()

  func launch() { app.launch() }
  func launchSlowly() async {
    await Task.yield()
    app.launch()
  }
  func isRunning() -> Bool? { app.isRunning() }
  func reset() { app.reset() }
}

/// Main actions that return nothing, in each form.
final class TestCaseConsumers: BaseTestCase {
  func testFunctionReferences() throws {
    XCTAssertEqual(autoRetry(mainAction: launch, successCondition: isRunning, resetSteps: reset), 1)
    XCTAssertEqual(autoRetry(mainAction: launch, successCondition: isRunning, resetSteps: nil), 1)
    XCTAssertEqual(autoRetry(mainAction: launch, successCondition: isRunning), 1)
    XCTAssertEqual(
      try autoRetry(mainAction: app.launchOrThrow, successCondition: app.isRunning, resetSteps: app.reset),
      1
    )
    XCTAssertEqual(app.resets, 2)
  }

  func testClosuresWithoutSelf() {
    autoRetry(
      mainAction: { launch() },
      successCondition: { app.isRunning() },
      resetSteps: { reset() },
      actionDescription: "Launch"
    )
    autoRetry {
      launch()
    } successCondition: {
      app.isRunning()
    } resetSteps: {
      reset()
    }
    XCTAssertEqual(app.resets, 2)
  }

  func testWeakSelf() {
    autoRetry(
      mainAction: { [weak self] in self?.launch() },
      successCondition: { [weak self] in self?.app.isRunning() },
      resetSteps: { [weak self] in self?.reset() },
      actionDescription: "Launch"
    )
    XCTAssertEqual(app.launches, 2)
  }

  func testForwardedOptional() throws {
    func retry(_ action: () throws -> Void, resetSteps: (() throws -> Void)?) rethrows {
      try autoRetry(mainAction: action, successCondition: isRunning, resetSteps: resetSteps)
    }
    retry(launch, resetSteps: nil)
    try retry(app.launchOrThrow, resetSteps: reset)
    XCTAssertEqual(app.resets, 1)
  }

  func testEBayOrder() {
    autoRetry(
      mainAction: launch,
      successCondition: isRunning,
      resetSteps: reset,
      retryAttempts: 2,
      actionDescription: "Launch",
      failTestOnFailure: true,
      file: #file,
      line: #line
    )
    autoRetry(
      mainAction: launch,
      successCondition: isRunning,
      resetSteps: nil,
      retryAttempts: 2,
      actionDescription: "Launch"
    )
    XCTAssertEqual(app.launches, 4)
  }

  func testAsync() async {
    let retries = await autoRetry(
      mainAction: launchSlowly,
      successCondition: { app.isRunning() },
      resetSteps: { await Task.yield() },
      actionDescription: "Launch"
    )
    XCTAssertEqual(retries, 1)
    await autoRetry(mainAction: { await self.launchSlowly() }, successCondition: isRunning, resetSteps: nil)
    await autoRetry {
      await launchSlowly()
    } successCondition: {
      app.isRunning()
    }
    XCTAssertEqual(app.launches, 6)
  }
}
