import TargetedAutoRetry
import XCTest

/// A stand-in for the tested application: it works at the second launch.
final class App {
  private(set) var launches = 0
  private(set) var resets = 0

  func launch() { launches += 1 }
  func launchOrThrow() throws { launches += 1 }
  func isRunning() -> Bool { launches.isMultiple(of: 2) }
  func reset() { resets += 1 }
}

/// A stand-in on the main actor, like the elements of XCUITest.
@MainActor final class MainActorApp {
  private(set) var launches = 0
  var isRunning: Bool { launches.isMultiple(of: 2) }

  func launch() { launches += 1 }
  func launchSlowly() async {
    await Task.yield()
    launches += 1
  }
  func reset() async { await Task.yield() }
}

/// A page whose methods return the next page, with and without `@discardableResult`.
struct HomePage {
  let app: App

  func search() -> HomePage {
    app.launch()
    return self
  }
  @discardableResult func tapLogo() -> Self { search() }
  func searchOrThrow() throws -> HomePage { search() }
  func searchSlowly() async -> HomePage {
    await Task.yield()
    return search()
  }
  @MainActor func searchOnTheMainActor() -> HomePage { search() }
  @MainActor func searchSlowlyOnTheMainActor() async -> HomePage {
    await Task.yield()
    return search()
  }
}

/// A base class of a team, with the functions that its steps are made of.
class BaseTestCase: XCTestCase, TargetedAutoRetry {
  let app = App()
  var home: HomePage { HomePage(app: app) }
  let policy = RetryPolicy(retryAttempts: 1, pollingInterval: .milliseconds(1))

  func launch() { app.launch() }
  func launchSlowly() async {
    await Task.yield()
    app.launch()
  }
  func isRunning() -> Bool? { app.isRunning() }
  func isRunningSlowly() async -> Bool {
    await Task.yield()
    return app.isRunning()
  }
  func reset() { app.reset() }
  func launches() -> Int {
    app.launch()
    return app.launches
  }
}
