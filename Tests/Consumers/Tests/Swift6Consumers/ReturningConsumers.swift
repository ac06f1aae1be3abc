import TargetedAutoRetry
import XCTest

/// A page object whose methods return the next page, with and without `@discardableResult`.
private struct HomePage {
  let app: App

  func tapSearch() -> SearchPage {
    app.launch()
    return SearchPage(app: app)
  }
  @discardableResult func tapLogo() -> Self {
    app.launch()
    return self
  }
  func tapSearchOrThrow() throws -> SearchPage { tapSearch() }
  func tapSearchSlowly() async -> SearchPage {
    await Task.yield()
    return tapSearch()
  }
  @MainActor func tapOnTheMainActor() -> SearchPage { tapSearch() }
  @MainActor func tapSlowlyOnTheMainActor() async -> SearchPage {
    await Task.yield()
    return tapSearch()
  }
}

private struct SearchPage {
  let app: App

  func isVisible() -> Bool { app.isRunning() }
}

/// A main action that returns a value fits each form as it is.
final class ReturningConsumers: XCTestCase, TargetedAutoRetry {
  private let app = App()
  private var home: HomePage { HomePage(app: app) }

  func isVisible() -> Bool { app.isRunning() }
  func isVisibleOrNil() -> Bool? { app.isRunning() }
  func reset() { app.reset() }

  func testMethods() throws {
    XCTAssertEqual(autoRetry(mainAction: home.tapSearch, successCondition: isVisible), 1)
    XCTAssertEqual(autoRetry(mainAction: home.tapLogo, successCondition: isVisible, resetSteps: reset), 1)
    XCTAssertEqual(autoRetry(mainAction: home.tapLogo, successCondition: isVisibleOrNil, resetSteps: nil), 1)
    try autoRetry(mainAction: home.tapSearchOrThrow, successCondition: isVisible, resetSteps: { reset() })
    XCTAssertEqual(app.launches, 8)
    XCTAssertEqual(app.resets, 2)
  }

  func testClosures() throws {
    autoRetry(mainAction: { home.tapSearch() }, successCondition: { isVisible() })
    autoRetry(mainAction: { home.tapLogo().tapSearch() }, successCondition: isVisible, actionDescription: "Search")
    try autoRetry(mainAction: { try home.tapSearchOrThrow() }, successCondition: isVisible)
    autoRetry {
      home.tapSearch()
    } successCondition: {
      isVisible()
    } resetSteps: {
      reset()
    }
    autoRetry(mainAction: { [weak self] in self?.home.tapSearch() }, successCondition: isVisible, resetSteps: reset)
    autoRetry(mainAction: { try? home.tapSearchOrThrow() }, successCondition: isVisible)
    XCTAssertEqual(app.launches, 12)
  }

  func testEBayOrder() {
    autoRetry(
      mainAction: home.tapSearch,
      successCondition: isVisible,
      resetSteps: reset,
      retryAttempts: 2,
      actionDescription: "Search"
    )
    autoRetry(mainAction: home.tapSearch, successCondition: isVisible, retryAttempts: 2, actionDescription: "Search")
    XCTAssertEqual(app.launches, 4)
  }

  func testAsync() async {
    await autoRetry(mainAction: home.tapSearchSlowly, successCondition: isVisible)
    await autoRetry(mainAction: { await home.tapSearchSlowly() }, successCondition: { isVisible() })
    await autoRetry {
      await home.tapSearchSlowly()
    } successCondition: {
      isVisible()
    } resetSteps: {
      await Task.yield()
      reset()
    }
    autoRetry(mainAction: home.tapSearch, successCondition: isVisible)
    XCTAssertEqual(app.launches, 8)
  }

  @MainActor func testOnTheMainActor() async {
    autoRetry(mainAction: home.tapOnTheMainActor, successCondition: isVisible, resetSteps: { reset() })
    autoRetry {
      home.tapOnTheMainActor()
    } successCondition: {
      isVisible()
    }
    await autoRetry(mainAction: home.tapSlowlyOnTheMainActor, successCondition: isVisible)
    await autoRetry(
      mainAction: {
        MainActor.assertIsolated()
        return await self.home.tapSlowlyOnTheMainActor()
      },
      successCondition: { self.isVisible() },
      resetSteps: { await Task.yield() }
    )
    XCTAssertEqual(app.launches, 8)
  }

  func testInScopesThatHandOnWhatTheyRun() async throws {
    withRetryPolicy(RetryPolicy(retryAttempts: 1)) {
      autoRetry(mainAction: home.tapSearch, successCondition: isVisible)
    }
    RetryScope.current.perform { autoRetry(mainAction: home.tapSearch, successCondition: isVisible) }
    await withRetryPolicy(RetryPolicy(retryAttempts: 1)) {
      await autoRetry(mainAction: home.tapSearchSlowly, successCondition: isVisible)
    }
    await RetryScope.current.perform {
      await autoRetry(mainAction: home.tapSearchSlowly, successCondition: isVisible)
    }
    XCTAssertEqual(app.launches, 8)
  }
}
