import TargetedAutoRetry
import XCTest

class BaseTestCase: XCTestCase, TargetedAutoRetry {
  let app = App()

  func launch() { app.launch() }
  func isRunning() -> Bool? { app.isRunning() }
  func reset() { app.reset() }
}

final class TestCaseConsumers: BaseTestCase {
  func testFunctionReferences() {
    XCTAssertEqual(autoRetry(mainAction: launch, successCondition: isRunning, resetSteps: reset), 1)
    XCTAssertEqual(app.resets, 1)
  }

  func testFunctionReferencesOfAnotherObject() throws {
    XCTAssertEqual(
      try autoRetry(mainAction: app.launchOrThrow, successCondition: app.isRunning, resetSteps: app.reset),
      1
    )
  }

  func testClosuresWithoutSelf() {
    autoRetry(
      mainAction: { launch() },
      successCondition: { app.isRunning() },
      resetSteps: { reset() },
      actionDescription: "Launch"
    )
    XCTAssertEqual(app.launches, 2)
  }

  func testTrailingClosuresWithoutSelf() {
    autoRetry {
      launch()
    } successCondition: {
      app.isRunning()
    } resetSteps: {
      reset()
    }
    XCTAssertEqual(app.resets, 1)
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

  func testNoResetSteps() {
    XCTAssertEqual(autoRetry(mainAction: launch, successCondition: isRunning, resetSteps: nil), 1)
    XCTAssertEqual(autoRetry(mainAction: launch, successCondition: isRunning), 1)
  }

  func testForwardedOptional() {
    func launchWithRetries(resetSteps: (() throws -> Void)?) throws {
      try autoRetry(mainAction: launch, successCondition: isRunning, resetSteps: resetSteps)
    }
    XCTAssertNoThrow(try launchWithRetries(resetSteps: nil))
    XCTAssertNoThrow(try launchWithRetries(resetSteps: reset))
    XCTAssertEqual(app.resets, 1)
  }

  func testPolicy() {
    let retries = autoRetry(
      mainAction: {},
      successCondition: { false },
      failTestOnFailure: false,
      policy: RetryPolicy(retryAttempts: 1)
    )
    XCTAssertEqual(retries, 2)
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
    func launchSlowly() async {
      await Task.yield()
      launch()
    }
    let retries = await autoRetry(
      mainAction: launchSlowly,
      successCondition: { app.isRunning() },
      resetSteps: { await Task.yield() },
      actionDescription: "Launch"
    )
    XCTAssertEqual(retries, 1)
    await autoRetry {
      await launchSlowly()
    } successCondition: {
      app.isRunning()
    }
    XCTAssertEqual(app.launches, 4)
  }

  func testSynchronousStepInAsyncTest() async {
    autoRetry(mainAction: launch, successCondition: isRunning, resetSteps: reset)
    XCTAssertEqual(app.launches, 2)
  }
}
