import TargetedAutoRetry
import Testing
import XCTest

// Launches again if the launch took too long, and for no other error.

// before
extension Before {
  func launchAgainIfTooSlow() throws {
    for attempt in 1...3 {
      do {
        try launch(app)
        return
      } catch let error as LaunchError {
        guard error == .tookTooLong, attempt < 3 else { throw error }
        app.terminate()
      }
    }
  }
}

// after
extension After {
  func launchAgainIfTooSlow(file: StaticString = #filePath, line: UInt = #line) throws {
    try autoRetry(
      "Launch",
      retryAttempts: 2,
      policy: RetryPolicy(isRetryable: { $0 as? LaunchError == .tookTooLong }),
      file: file,
      line: line,
      operation: { try launch(app) },
      resetSteps: app.terminate
    )
  }
}

// test
enum LaunchError: Error {
  case tookTooLong, crashed
}

@MainActor
func launch(_ app: XCUIApplication) throws {
  app.launch()
  guard app.state == .runningForeground else { throw LaunchError.crashed }
  guard app.tables["Home"].waitForExistence(timeout: 60) else { throw LaunchError.tookTooLong }
}

@Test(arguments: [(2, Int.max, 2, true), (4, Int.max, 3, false), (2, 1, 1, false)])
func `a slow launch is repeated, a crash is not`(needed: Int, crash: Int, launches: Int, succeeds: Bool) async {
  let visits = await Comparison {
    FakeApplication(onLaunch: { app in
      if app.launches == needed { app.elements = ["Home"] }
      if app.launches == crash { app.state = .notRunning }
    })
  } before: {
    try $0.launchAgainIfTooSlow()
  } after: {
    try $0.launchAgainIfTooSlow(line: 5)
  }
  for visit in visits.both {
    #expect(visit.hasPassed == succeeds)
    #expect(visit.launches == launches)
  }
  #expect(visits.before.failures.map(\.line) == (succeeds ? [] : [nil]))
  #expect(visits.after.failures.map(\.line) == (succeeds ? [] : [5]))
}
