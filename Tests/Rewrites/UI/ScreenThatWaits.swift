import TargetedAutoRetry
import Testing
import XCTest

// A page object that waits in its initializer, pulls to refresh in between, and throws after three tries.

// before
@MainActor
final class FeedScreen {
  struct NotShown: Error {}

  let app: XCUIApplication

  init(app: XCUIApplication, file: StaticString = #filePath, line: UInt = #line) throws {
    self.app = app
    for attempt in 1...3 {
      if app.navigationBars["Feed"].waitForExistence(timeout: 10) { return }
      if attempt < 3 { app.swipeDown() }
    }
    XCTFail("The feed is not shown", file: file, line: line)
    throw NotShown()
  }
}

// after
@MainActor
final class RetryingFeedScreen: TargetedAutoRetry {
  let app: XCUIApplication

  init(app: XCUIApplication, file: StaticString = #filePath, line: UInt = #line) throws {
    self.app = app
    _ = try autoRetry("Feed Is Shown", retryAttempts: 2, file: file, line: line) {
      app.navigationBars["Feed"].waitForExistence(timeout: 10)
    } until: {
      $0
    } resetSteps: {
      app.swipeDown()
    }
  }
}

// test
@Test(arguments: [(0, true), (2, true), (3, false)])
func `a screen is waited for, three times at most`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    let app = FakeApplication()
    var swipes = 0
    app.elements = needed == 0 ? ["Feed"] : []
    app.onSwipe = { app, _ in
      swipes += 1
      if swipes == needed { app.elements = ["Feed"] }
    }
    return app
  } before: {
    _ = try FeedScreen(app: $0.app, line: 5)
  } after: {
    _ = try RetryingFeedScreen(app: $0.app, line: 5)
  }
  for visit in visits.both {
    #expect((visit.answer != nil) == succeeds)
    #expect(visit.failures.first?.line == (succeeds ? nil : 5))
    #expect(visit.count("swipe down") == min(needed, 2))
    #expect(visit.time >= .seconds(needed * 10))
  }
  // The hand-written loop records a failure and throws, which is another failure.
  #expect(visits.both.map(\.failures.count) == (succeeds ? [0, 0] : [2, 1]))
  #expect(succeeds || visits.before.failures[0].message.contains("The feed is not shown"))
  #expect(succeeds || visits.after.failures[0].message.contains("Feed Is Shown failed: "))
}
