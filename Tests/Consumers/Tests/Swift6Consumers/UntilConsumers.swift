import TargetedAutoRetry
import Testing
import XCTest

private struct Lost: Error {}

private func passThrough<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }
private func call(_ body: () throws -> Void) rethrows { try body() }

/// The form that people type first, as they write it.
final class UntilConsumers: XCTestCase, TargetedAutoRetry {
  private let app = App()
  private let policy = RetryPolicy(retryAttempts: 1, pollingInterval: .milliseconds(1))

  private func isRunning() -> Bool? { app.isRunning() }
  private func launches() -> Int {
    app.launch()
    return app.launches
  }

  func testClosures() {
    autoRetry("Launch") {
      app.launch()
    } until: {
      app.isRunning()
    }
    autoRetry("Launch") {
      app.launch()
    } until: {
      app.isRunning()
    } reset: {
      app.reset()
    }
    autoRetry("Launch", within: .milliseconds(5), for: .seconds(10), policy: policy) {
      app.launch()
      app.reset()
    } until: {
      let isRunning = app.isRunning()
      return isRunning
    } reset: {
      app.reset()
      app.reset()
    }
    autoRetry("Launch", retryAttempts: 1, looksFirst: true) {
      app.launch()
    } until: {
      app.isRunning()
    }
    autoRetry("Launch") { [weak self] in
      self?.app.launch()
    } until: { [weak self] in
      self?.app.isRunning()
    }
    XCTAssertEqual(app.launches, 8)
    XCTAssertEqual(app.resets, 5)
  }

  func testFunctions() throws {
    autoRetry("Launch", mainAction: app.launch, until: isRunning)
    autoRetry("Launch", mainAction: app.launch, until: app.isRunning, reset: app.reset)
    try autoRetry("Launch", mainAction: app.launchOrThrow, until: isRunning)
    XCTAssertEqual(app.launches, 6)
  }

  func testValuesThatAreIgnored() throws {
    autoRetry("Launch") {
      launches()
    } until: {
      app.isRunning()
    }
    autoRetry("Launch", mainAction: launches, until: app.isRunning)
    try autoRetry("Launch") {
      try XCTUnwrap(launches())
    } until: {
      app.isRunning()
    } reset: {
      app.reset()
    }
    XCTAssertEqual(app.launches, 6)
  }

  func testInClosuresOfOneLine() throws {
    call {
      autoRetry("Launch") {
        app.launch()
      } until: {
        app.isRunning()
      }
    }
    passThrough {
      autoRetry("Launch") {
        app.launch()
      } until: {
        app.isRunning()
      }
    }
    passThrough {
      autoRetry("Launch") {
        launches()
      } until: {
        app.isRunning()
      }
    }
    try call {
      try autoRetry("Launch") {
        try app.launchOrThrow()
      } until: {
        app.isRunning()
      }
    }
    try passThrough {
      try autoRetry("Launch") {
        try app.launchOrThrow()
      } until: {
        app.isRunning()
      }
    }
    withRetryPolicy(policy) {
      autoRetry("Launch") {
        app.launch()
      } until: {
        app.isRunning()
      }
    }
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
      mainAction: {
        autoRetry("Inner") {
          app.launch()
        } until: {
          app.isRunning()
        }
      },
      successCondition: { true }
    )
    XCTAssertEqual(app.launches, 16)
  }

  func testErrors() throws {
    var errors = 0
    func launchAtLast() throws {
      app.launch()
      errors += 1
      if errors < 3 { throw Lost() }
    }
    try autoRetry("Launch") {
      try launchAtLast()
    } until: {
      true
    }
    XCTAssertEqual(errors, 3)
  }

  func testValues() throws {
    XCTAssertEqual(
      try autoRetry("Launch") {
        launches()
      } until: {
        $0 > 1
      },
      2
    )
    XCTAssertEqual(
      try autoRetry("Launch") {
        launches()
      } until: {
        $0 > 3
      } reset: {
        app.reset()
      },
      4
    )
    XCTAssertEqual(try autoRetry("Launch", mainAction: launches, until: { $0.isMultiple(of: 2) }), 6)
    XCTAssertEqual(try autoRetry("Launch", mainAction: launches), 7)
    let next = try passThrough {
      try autoRetry("Launch") {
        launches()
      } until: { _ in
        app.isRunning()
      }
    }
    XCTAssertEqual(next, 8)
    try autoRetry("Launch") { app.launch() }
    let pair = try autoRetry("Launch", within: .milliseconds(1)) {
      (launches(), "at last")
    } until: {
      $0.0 > 0
    }
    XCTAssertEqual(pair.0, 10)
  }

  func testAsync() async throws {
    autoRetry("Launch") {
      app.launch()
    } until: {
      app.isRunning()
    }
    await autoRetry("Launch") {
      await launchSlowly()
    } until: {
      app.isRunning()
    }
    await autoRetry("Launch") {
      app.launch()
    } until: {
      await isRunningSlowly()
    }
    await autoRetry("Launch") {
      await launchSlowly()
    } until: {
      await isRunningSlowly()
    } reset: {
      app.reset()
    }
    try await autoRetry("Launch", for: .seconds(10)) {
      await launchSlowly()
      try app.launchOrThrow()
    } until: {
      await isRunningSlowly()
    } reset: {
      await Task.yield()
    }
    await autoRetry("Launch", mainAction: launchSlowly, until: isRunningSlowly)
    await withRetryPolicy(policy) {
      await autoRetry("Launch") {
        await launchSlowly()
      } until: {
        app.isRunning()
      }
    }
    XCTAssertEqual(app.launches, 14)
  }

  func testAsyncValues() async throws {
    let count = try await autoRetry("Launch") {
      await launchSlowly()
      return app.launches
    } until: {
      $0 > 1
    }
    XCTAssertEqual(count, 2)
    let next = try await autoRetry("Launch") {
      await launchSlowly()
      return app.launches
    } until: { count in
      await Task.yield()
      return count > 3
    } reset: {
      await Task.yield()
    }
    XCTAssertEqual(next, 4)
  }

  private func launchSlowly() async {
    await Task.yield()
    app.launch()
  }

  private func isRunningSlowly() async -> Bool {
    await Task.yield()
    return app.isRunning()
  }

  @MainActor func testOnTheMainActor() async throws {
    let app = MainActorApp()
    autoRetry("Launch") {
      app.launch()
    } until: {
      app.isRunning
    }
    autoRetry("Launch") {
      app.launch()
    } until: {
      app.isRunning
    } reset: {
      MainActor.assertIsolated()
    }
    await autoRetry("Launch") {
      MainActor.assertIsolated()
      await app.launchSlowly()
    } until: {
      MainActor.assertIsolated()
      return app.isRunning
    } reset: {
      MainActor.assertIsolated()
      await app.reset()
    }
    let launched = try await autoRetry("Launch") {
      await app.launchSlowly()
      return app
    } until: { launched in
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      return launched.isRunning
    }
    XCTAssertEqual(launched.launches, 8)
  }

  func testOnAnActor() async throws {
    let looks = try await Garage().open()
    XCTAssertEqual(looks, 6)
  }
}

/// A value that must not leave its actor.
private final class Car {
  var looks = 0
}

private actor Garage: TargetedAutoRetry {
  private let car = Car()

  private func look() -> Bool {
    car.looks += 1
    return car.looks.isMultiple(of: 2)
  }

  func open() async throws -> Int {
    autoRetry("Open") {
    } until: {
      look()
    }
    await autoRetry("Open") {
      await Task.yield()
      assertIsolated()
    } until: {
      assertIsolated()
      return look()
    }
    let opened = try await autoRetry("Open") {
      await Task.yield()
      return self.car
    } until: { car in
      await Task.yield()
      assertIsolated()
      car.looks += 1
      return car.looks.isMultiple(of: 2)
    }
    return opened.looks
  }
}

@Suite struct UntilSuiteConsumers: TargetedAutoRetry {
  let app = App()

  @Test func closures() async throws {
    autoRetry("Launch") {
      app.launch()
    } until: {
      app.isRunning()
    }
    await autoRetry("Launch") {
      await launchSlowly()
    } until: {
      app.isRunning()
    } reset: {
      app.reset()
    }
    #expect(
      try autoRetry("Launch") {
        app.launches
      } until: {
        $0 == 4
      } == 4
    )
  }

  private func launchSlowly() async {
    await Task.yield()
    app.launch()
  }
}

@Suite @MainActor struct MainActorUntilSuiteConsumers: TargetedAutoRetry {
  let app = MainActorApp()

  @Test func closures() async {
    autoRetry("Launch") {
      app.launch()
    } until: {
      app.isRunning
    }
    await autoRetry("Launch") {
      await app.launchSlowly()
    } until: {
      app.isRunning
    } reset: {
      await app.reset()
    }
    #expect(app.launches == 4)
  }
}
