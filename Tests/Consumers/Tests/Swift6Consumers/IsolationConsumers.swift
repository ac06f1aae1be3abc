import TargetedAutoRetry
import XCTest

// Steps on the main actor and on an actor: the closures of every form run on the actor of the caller.

/// The methods are on the main actor rather than the class, which XCTest on Linux could not run.
final class MainActorConsumers: BaseTestCase {
  @MainActor func testSynchronous() {
    let app = MainActorApp()
    XCTAssertEqual(autoRetry(mainAction: app.launch, successCondition: { app.isRunning }), 1)
    autoRetry {
      app.launch()
    } successCondition: {
      app.isRunning
    } resetSteps: {
      MainActor.assertIsolated()
    }
    autoRetry("Launch") {
      app.launch()
    } until: {
      app.isRunning
    } reset: {
      MainActor.assertIsolated()
    }
    XCTAssertEqual(app.launches, 6)
    autoRetry(mainAction: home.searchOnTheMainActor, successCondition: isRunning, resetSteps: { reset() })
  }

  @MainActor func testAsynchronous() async throws {
    let app = MainActorApp()
    await autoRetry(mainAction: app.launchSlowly, successCondition: { app.isRunning }, resetSteps: app.reset)
    await autoRetry(
      mainAction: { await self.launchSlowly(app) },
      successCondition: {
        MainActor.assertIsolated()
        return app.isRunning
      }
    )
    await autoRetry(mainAction: home.searchSlowlyOnTheMainActor, successCondition: isRunning)
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
    } reset: {
      MainActor.assertIsolated()
      await Task.yield()
    }
    XCTAssertEqual(launched.launches, 8)
  }

  func testOnAnActor() async throws {
    let checks = try await Garage().open()
    XCTAssertEqual(checks, 10)
  }

  @MainActor private func launchSlowly(_ app: MainActorApp) async {
    await app.launchSlowly()
  }
}

/// A value that must not leave its actor.
private final class Car {
  var checks = 0
}

private actor Garage: TargetedAutoRetry {
  private let car = Car()

  private func check() -> Bool {
    assertIsolated()
    car.checks += 1
    return car.checks.isMultiple(of: 2)
  }

  private func lookSlowly() async -> Bool {
    await Task.yield()
    return check()
  }

  private func yield() async {
    await Task.yield()
    assertIsolated()
  }

  func open() async throws -> Int {
    autoRetry("Open") {
    } until: {
      check()
    }
    await autoRetry("Open") {
      await self.yield()
    } until: {
      check()
    }
    await autoRetry(
      mainAction: { await self.yield() },
      successCondition: { await self.lookSlowly() },
      resetSteps: { await self.yield() }
    )
    let opened = try await autoRetry("Open") {
      await self.yield()
      return self.car
    } until: { car in
      await Task.yield()
      return check()
    }
    let reopened = try await autoRetry(
      "Open",
      mainAction: { () async -> Car in
        await self.yield()
        return opened
      },
      until: { _ in self.check() },
      reset: { await self.yield() }
    )
    return reopened.checks
  }
}
