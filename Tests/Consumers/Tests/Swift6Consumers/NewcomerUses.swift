import Foundation
import TargetedAutoRetry
import Testing
import XCTest

/// What somebody writes after the first page of the guide.
final class NewcomerUses: RetryableTestCase {
  private let app = App()

  private func load() -> [String] { app.launches < 2 ? [] : ["Ada"] }
  private func find() -> String? {
    app.launch()
    return app.isRunning() ? "Ada" : nil
  }

  func testSettings() {
    autoRetry("A", policy: RetryPolicy(retryAttempts: 2, delay: .milliseconds(1))) {
      app.launch()
    } until: {
      app.isRunning()
    }
    autoRetry("B", policy: RetryPolicy(delay: .seconds(0.001))) {
      app.launch()
    } until: {
      noted(app.isRunning())
    }
    autoRetry("C", within: .milliseconds(1), retryAttempts: 1) {
      app.launch()
    } until: {
      app.isRunning()
    }
    autoRetry("D", for: .seconds(5), policy: RetryPolicy(delay: .zero)) {
      app.launch()
    } until: {
      app.isRunning()
    }
    withRetryPolicy(RetryPolicy(retryAttempts: 1)) {
      autoRetry("E") {
        app.launch()
      } until: {
        app.isRunning()
      }
    }
    XCTAssertTrue(
      autoRetry("F") {
        app.launch()
      } until: {
        app.isRunning()
      } reset: {
        app.reset()
      }
    )
    if autoRetry("G", mainAction: app.launch, until: app.isRunning) { app.reset() }
    XCTAssertEqual([app.launches, app.resets], [14, 2])
  }

  func testAssertions() throws {
    autoRetry("A") {
      app.launch()
      XCTAssertTrue(app.isRunning())
    }
    autoRetry("B", for: .seconds(5)) {
      app.launch()
      XCTAssertTrue(app.isRunning(), "not running")
    } reset: {
      app.reset()
    }
    let isB: Bool = autoRetry("C", retryAttempts: 1) {
      let isRunning = find() != nil
      XCTAssertTrue(isRunning)
    }
    try autoRetry("D") { XCTAssertEqual(try XCTUnwrap(find()), "Ada") }
    let both: [Bool] = [autoRetry("E") { XCTAssertNotNil(find()) }, isB]
    let act: () -> Void = {
      self.autoRetry("F") {
        XCTAssertTrue(both[0])
      } reset: {
        self.app.reset()
      }
    }
    act()
    autoRetry("Outer") {
      autoRetry("Inner", retryAttempts: 0) { XCTAssertNotNil(find()) }
    } reset: {
      app.reset()
    }
    XCTAssertEqual([app.launches, app.resets], [12, 2])
  }

  func testValues() throws {
    let names = try autoRetry("A", within: .milliseconds(5)) {
      app.launch()
      return load()
    } until: {
      !$0.isEmpty
    }
    let name = try autoRetry("B") { find() }
    let again = try autoRetry("C", within: .milliseconds(5), mainAction: find, until: { $0 == name }, reset: app.reset)
    XCTAssertEqual([name, again], names + names)
    let pair = try autoRetry("D", for: .seconds(5)) {
      (app.launches, find())
    } until: {
      $0.1 != nil
    }
    let length = try autoRetry("E") {
      try XCTUnwrap(find()).count
    } reset: {
      app.reset()
    }
    XCTAssertEqual([pair.0 - pair.0, length], [0, 3])
    let maybe = try? autoRetry("F", retryAttempts: 0) { () -> String? in nil }
    XCTAssertNil(maybe)
    XCTAssertEqual(try autoWait("G", for: .seconds(5)) { find() }, "Ada")
    autoWait("H", for: .seconds(5), meanwhile: app.launch) { app.isRunning() }
    autoRetry("I") { find() == "Ada" }
  }

  func testAsynchronous() async throws {
    async let first: Void = CurrentTest().autoRetry("A") {
      await Task.yield()
    } until: {
      true
    }
    async let second = CurrentTest().autoRetry("B", within: .seconds(1)) {
      await Task.yield()
    } until: {
      true
    }
    let isSecond = await second
    await first
    XCTAssertTrue(isSecond)
    let task = Task {
      await CurrentTest().autoRetry("C") {
        await Task.yield()
      } reset: {
        await Task.yield()
      }
    }
    let isThird = await task.value
    XCTAssertTrue(isThird)
    let one = try await autoRetry("D", within: .seconds(1)) {
      await Task.yield()
      return 1
    } until: {
      $0 == 1
    }
    await autoRetry("E", for: .seconds(5)) {
      await Task.yield()
      XCTAssertEqual(one, 1)
    }
    await autoWait("F", for: .seconds(5)) { await Task.yield() == () }
  }
}

@Suite struct NewcomerSuite: TargetedAutoRetry {
  @Test func uses() async throws {
    autoRetry("A") { #expect(1 + 1 == 2) }
    let one = try autoRetry("B", within: .seconds(1)) {
      1
    } until: {
      $0 > 0
    }
    try await autoRetry("C") { try #require(await value() == one) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await CurrentTest().autoRetry("D") {
          await Task.yield()
        } until: {
          true
        }
      }
    }
  }

  private func value() async -> Int { 1 }
}
