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
