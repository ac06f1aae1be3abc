import TargetedAutoRetry
import XCTest

@discardableResult private func passThrough<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }
private func call(_ body: () throws -> Void) rethrows { try body() }

/// The form that people type first, as they write it.
final class UntilConsumers: BaseTestCase {
  func testClosures() {
    let isOpen = autoRetry("Launch") {
      app.launch()
    } until: {
      app.isRunning()
    }
    XCTAssertTrue(isOpen)
    let isReset = autoRetry("Launch", within: .milliseconds(5), for: .seconds(10), policy: policy) {
      app.launch()
      app.reset()
    } until: {
      let isRunning = app.isRunning()
      return isRunning
    } reset: {
      app.reset()
      app.reset()
    }
    XCTAssertTrue(isReset)
    // The application runs already.
    autoRetry("Launch", retryAttempts: 1, checksFirst: true) { [weak self] in
      self?.app.launch()
    } until: { [weak self] in
      self?.app.isRunning()
    }
    XCTAssertEqual(app.launches, 4)
    XCTAssertEqual(app.resets, 4)
    // Only the parentheses let the closures be closures.
    guard
      (autoRetry("Search", failTestOnFailure: false, policy: policy) {
      } until: {
        false
      })
    else { return }
    XCTFail("the step has failed")
  }

  func testFunctionsAndIgnoredValues() throws {
    autoRetry("Launch", mainAction: app.launch, until: isRunning)
    autoRetry("Launch", mainAction: app.launch, until: app.isRunning, reset: app.reset)
    try autoRetry("Launch", mainAction: app.launchOrThrow, until: isRunning)
    autoRetry("Launch", mainAction: launches, until: app.isRunning)
    autoRetry("Launch", mainAction: { launches() }, until: { app.isRunning() })
    try autoRetry("Launch", mainAction: { try XCTUnwrap(launches()) }, until: { app.isRunning() }, reset: reset)
    XCTAssertEqual(app.launches, 12)
  }

  func testInClosuresOfOneLine() throws {
    call { autoRetry("Launch", mainAction: { app.launch() }, until: { app.isRunning() }) }
    passThrough { autoRetry("Launch", mainAction: { app.launch() }, until: { app.isRunning() }) }
    passThrough { autoRetry("Launch", mainAction: { launches() }, until: { app.isRunning() }) }
    try call { try autoRetry("Launch", mainAction: { try app.launchOrThrow() }, until: { app.isRunning() }) }
    try passThrough { try autoRetry("Launch", mainAction: { try app.launchOrThrow() }, until: { app.isRunning() }) }
    withRetryPolicy(policy) { autoRetry("Launch", mainAction: { app.launch() }, until: { app.isRunning() }) }
    autoRetry("Outer") {
      autoRetry("Inner") {
        app.launch()
      } until: {
        app.isRunning()
      }
    } until: {
      true
    }
    autoRetry(
      mainAction: { autoRetry("Inner", mainAction: { app.launch() }, until: { app.isRunning() }) },
      successCondition: { true }
    )
    XCTAssertEqual(app.launches, 16)
  }

  func testValues() throws {
    let second = try autoRetry("Launch") {
      launches()
    } until: {
      $0 > 1
    } reset: {
      app.reset()
    }
    XCTAssertEqual(second, 2)
    XCTAssertEqual(try autoRetry("Launch", mainAction: launches, until: { $0.isMultiple(of: 2) }), 4)
    XCTAssertEqual(try autoRetry("Launch", mainAction: launches), 5)
    let next = try passThrough { try autoRetry("Launch", mainAction: { launches() }, until: { _ in app.isRunning() }) }
    XCTAssertEqual(next, 6)
    let policies = [RetryPolicy(), RetryPolicy(delay: .zero), RetryPolicy(delay: nil), .default]
    autoRetry("Launch", policy: policies[0]) { app.launch() }
    let pair = try autoRetry("Launch", for: .seconds(10)) {
      (launches(), "at last")
    } until: {
      $0.0 > 0
    }
    XCTAssertEqual(pair.0, 8)
    // Nobody needs the value.
    try autoRetry("Launch", mainAction: launches, until: { $0 > 9 }, reset: reset)
    try autoRetry("Launch", mainAction: launches, reset: app.reset)
    try autoRetry("Launch") {
      launches()
    } reset: {
      app.reset()
    }
    try autoWait("Launches") { app.launches > 11 ? app.launches : nil }
    XCTAssertEqual(app.resets, 2)
  }

  func testAsync() async throws {
    autoRetry("Launch") {
      app.launch()
    } until: {
      app.isRunning()
    }
    let isOpen = await autoRetry("Launch") {
      await launchSlowly()
    } until: {
      app.isRunning()
    }
    XCTAssertTrue(isOpen)
    await autoRetry("Launch") {
      app.launch()
    } until: {
      await isRunningSlowly()
    }
    let isReset = try await autoRetry("Launch", for: .seconds(10)) {
      await launchSlowly()
      try app.launchOrThrow()
    } until: {
      await isRunningSlowly()
    } reset: {
      app.reset()
    }
    XCTAssertTrue(isReset)
    await autoRetry("Launch", mainAction: launchSlowly, until: isRunningSlowly)
    await withRetryPolicy(policy) {
      await autoRetry("Launch", mainAction: { await launchSlowly() }, until: { app.isRunning() })
    }
    XCTAssertEqual(app.launches, 12)
  }

  func testAsyncValues() async throws {
    let first = try await autoRetry("Launch") {
      await launchSlowly()
      return app.launches
    } until: {
      $0 > 1
    }
    let next = try await autoRetry("Launch") {
      await launchSlowly()
      return app.launches
    } until: { count in
      await Task.yield()
      return count > 3
    } reset: {
      await Task.yield()
    }
    XCTAssertEqual([first, next], [2, 4])
    try await autoRetry("Launch") {
      await launchSlowly()
      return app
    } reset: { [weak self] in
      self?.reset()
    }
    try await autoWait("Launches") {
      await Task.yield()
      return app.launches > 4 ? app.launches : nil
    }
  }
}
