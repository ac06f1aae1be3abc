import TargetedAutoRetry
import XCTest

private struct Lost: Error {}

private func passThrough<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }

/// Steps of the form with labels, in each shape of a main action: it returns nothing, or a value that is ignored.
final class LabelledConsumers: BaseTestCase {
  private var isOpen = true

  @discardableResult private func close() -> Bool { app.isRunning() }
  private func open() { app.launch() }
  private func open() async { app.launch() }
  private func isDone() -> Bool { true }
  private func throwLost() throws { throw Lost() }

  func testFunctionReferences() throws {
    XCTAssertEqual(autoRetry(mainAction: launch, successCondition: isRunning, resetSteps: reset), 1)
    XCTAssertEqual(autoRetry(mainAction: launch, successCondition: isRunning, resetSteps: nil), 1)
    XCTAssertEqual(try autoRetry(mainAction: app.launchOrThrow, successCondition: isRunning, resetSteps: reset), 1)
    autoRetry(mainAction: home.search, successCondition: app.isRunning)
    autoRetry(mainAction: home.tapLogo, successCondition: isRunning, resetSteps: reset)
    autoRetry(mainAction: home.tapLogo, successCondition: isRunning, resetSteps: nil)
    try autoRetry(mainAction: home.searchOrThrow, successCondition: isRunning, resetSteps: { reset() })
    XCTAssertEqual(app.launches, 14)
    XCTAssertEqual(app.resets, 4)
  }

  func testClosures() throws {
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
    autoRetry {
      home.search()
    } successCondition: {
      app.isRunning()
    }
    autoRetry(mainAction: { [weak self] in self?.launch() }, successCondition: { [weak self] in self?.app.isRunning() })
    autoRetry(mainAction: { [weak self] in self?.home.search() }, successCondition: isRunning, resetSteps: reset)
    autoRetry(mainAction: { home.tapLogo().search() }, successCondition: isRunning)
    autoRetry(mainAction: { try? home.searchOrThrow() }, successCondition: isRunning)
    try autoRetry(mainAction: { try home.searchOrThrow() }, successCondition: isRunning)
    XCTAssertEqual(app.launches, 16)
    XCTAssertEqual(app.resets, 3)
  }

  func testForwardedClosures() throws {
    func retry(_ action: () throws -> Void, resetSteps: (() throws -> Void)?) rethrows {
      try autoRetry(mainAction: action, successCondition: isRunning, resetSteps: resetSteps)
    }
    func forward(_ action: () -> Void) { autoRetry(mainAction: action, successCondition: isDone) }
    func passExpression(_ action: @autoclosure () -> Void) { autoRetry(mainAction: action, successCondition: isDone) }
    func count(_ number: inout Int) {
      autoRetry(mainAction: { number += 1 }, successCondition: { number == 2 }, resetSteps: { number += 0 })
    }
    retry(launch, resetSteps: nil)
    try retry(app.launchOrThrow, resetSteps: reset)
    forward(app.launch)
    passExpression(app.launch())
    var number = 0
    count(&number)
    XCTAssertEqual(number, 2)
    XCTAssertEqual(app.launches, 6)
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
      mainAction: home.search,
      successCondition: isRunning,
      resetSteps: nil,
      retryAttempts: 2,
      actionDescription: "Search"
    )
    autoRetry(mainAction: home.search, successCondition: isRunning, retryAttempts: 2, actionDescription: "Search")
    XCTAssertEqual(app.launches, 6)
  }

  func testAsync() async {
    autoRetry(mainAction: home.search, successCondition: isRunning)
    autoRetry {
      launch()
    } successCondition: {
      app.isRunning()
    }
    await autoRetry {
      await home.searchSlowly()
    } successCondition: {
      app.isRunning()
    } resetSteps: {
      await Task.yield()
    }
    await autoRetry(mainAction: launchSlowly, successCondition: { app.isRunning() }, actionDescription: "Launch")
    await autoRetry(mainAction: { await self.launchSlowly() }, successCondition: isRunning, resetSteps: nil)
    await autoRetry(mainAction: home.searchSlowly, successCondition: isRunning)
    await autoRetry(mainAction: { await open() }, successCondition: isRunning)
    await autoRetry(mainAction: { if isOpen { await open() } else { close() } }, successCondition: isRunning)
    XCTAssertEqual(app.launches, 16)
  }

  func testInScopesThatHandOnWhatTheyRun() async {
    withRetryPolicy(policy) { autoRetry(mainAction: home.search, successCondition: isRunning) }
    RetryScope.current.perform { autoRetry(mainAction: home.search, successCondition: isRunning) }
    await withRetryPolicy(policy) { await autoRetry(mainAction: home.searchSlowly, successCondition: isRunning) }
    await RetryScope.current.perform { await autoRetry(mainAction: home.searchSlowly, successCondition: isRunning) }
    XCTAssertEqual(app.launches, 8)
  }

  /// Shapes that a generic result could break.
  func testBranchesAndStatements() {
    autoRetry(mainAction: { if isOpen { close() } else { app.launch() } }, successCondition: isDone)
    autoRetry(mainAction: { if isOpen { close() } }, successCondition: isDone)
    autoRetry(
      mainAction: {
        switch app.launches {
        case 0: close()
        case 1: app.launch()
        default: break
        }
      },
      successCondition: isDone
    )
    autoRetry(
      mainAction: {
        guard isOpen else { return }
        close()
      },
      successCondition: isDone
    )
    autoRetry(mainAction: { isOpen ? app.launch() : app.reset() }, successCondition: isDone)
    autoRetry(mainAction: isOpen ? app.launch : app.reset, successCondition: isDone)
    autoRetry(mainAction: {}, successCondition: { true }, resetSteps: nil)
    autoRetry(mainAction: { return }, successCondition: isDone)
    autoRetry(mainAction: { () -> Void in close() }, successCondition: isDone)
    autoRetry(mainAction: { for _ in 0..<2 { app.launch() } }, successCondition: isDone)
    autoRetry(mainAction: { _ = close() }, successCondition: isDone)
    autoRetry(mainAction: { passThrough { app.launch() } }, successCondition: isDone)
    autoRetry(mainAction: { try? throwLost() }, successCondition: isDone)
    autoRetry {
      autoRetry {
        close()
      } successCondition: {
        isDone()
      }
    } successCondition: {
      isDone()
    }
  }

  func testClosuresThatOnlyThrow() throws {
    let policy = RetryPolicy(retryAttempts: 0)
    let retries = [
      try autoRetry(
        mainAction: { throw Lost() },
        successCondition: { true },
        failTestOnFailure: false,
        policy: policy
      ),
      try autoRetry(
        mainAction: { if isOpen { try throwLost() } else { throw Lost() } },
        successCondition: isDone,
        failTestOnFailure: false,
        policy: policy
      ),
    ]
    XCTAssertEqual(retries, [1, 1])
  }

  /// Not called: it stops the process.
  private func closureThatNeverReturns() {
    autoRetry(mainAction: { fatalError("never") }, successCondition: isDone)
  }
}
