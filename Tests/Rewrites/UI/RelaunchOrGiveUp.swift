import TargetedAutoRetry
import Testing
import XCTest

// Relaunches until the home screen is there, and gives the test up otherwise.

// before
extension Before {
  struct NoHomeScreen: Error {}

  func launchToHome(file: StaticString = #filePath, line: UInt = #line) throws {
    for attempt in 1...3 {
      app.launch()
      if app.tables["Home"].waitForExistence(timeout: 30) { return }
      print("Launch attempt \(attempt) failed")
      app.terminate()
    }
    XCTFail("The home screen is not shown", file: file, line: line)
    throw NoHomeScreen()
  }
}

// after
extension After {
  func launchToHome(file: StaticString = #filePath, line: UInt = #line) throws {
    _ = try autoRetry("Launch", retryAttempts: 2, file: file, line: line) {
      app.launch()
      return app.tables["Home"].waitForExistence(timeout: 30)
    } until: {
      $0
    } resetSteps: {
      app.terminate()
    }
  }
}

// test
@Test(arguments: [(3, true), (4, false)])
func `a launch is repeated, and then the test is given up`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    FakeApplication(onLaunch: { app in
      if app.launches == needed { app.after(.seconds(20)) { $0.elements = ["Home"] } }
    })
  } before: {
    try $0.launchToHome(line: 5)
    return XCUIApplication().state == .runningForeground
  } after: {
    try $0.launchToHome(line: 5)
    return XCUIApplication().state == .runningForeground
  }
  for visit in visits.both {
    #expect(visit.answer == (succeeds ? true : nil))
    #expect(visit.failures.first?.line == (succeeds ? nil : 5))
    #expect(visit.time >= .seconds(80))
  }
  // The hand-written loop records a failure and throws, which is another failure.
  #expect(visits.both.map(\.failures.count) == (succeeds ? [0, 0] : [2, 1]))
  #expect(succeeds || visits.before.failures[0].message.contains("The home screen is not shown"))
  #expect(succeeds || visits.after.failures[0].message.contains("Launch failed: "))
}
