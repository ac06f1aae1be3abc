import TargetedAutoRetry
import Testing
import XCTest

// Taps Continue until the springboard asks, and then OK on each of its alerts, ten of each at most.

// before
extension Before {
  func answerPermissions(file: StaticString = #filePath, line: UInt = #line) {
    let springboard = XCUIApplication(bundleIdentifier: "com.apple.springboard")
    var taps = 0
    while !springboard.alerts.firstMatch.exists && taps < 10 {
      app.buttons["Continue"].tap()
      sleep(1)
      taps += 1
    }
    XCTAssertTrue(springboard.alerts.firstMatch.exists, "Nobody asked", file: file, line: line)
    taps = 0
    while springboard.alerts.firstMatch.exists && taps < 10 {
      springboard.alerts.buttons["OK"].tap()
      sleep(1)
      taps += 1
    }
    XCTAssertTrue(springboard.alerts.count == 0, "Alerts are left", file: file, line: line)
  }
}

// after
extension After {
  func answerPermissions(file: StaticString = #filePath, line: UInt = #line) {
    let alert = XCUIApplication(bundleIdentifier: "com.apple.springboard").alerts.firstMatch
    withRetryPolicy(RetryPolicy(retryAttempts: 9, conditionTimeout: .seconds(1), looksFirst: true)) {
      autoRetry(
        mainAction: app.buttons["Continue"].tap,
        successCondition: { alert.exists },
        actionDescription: "Continue",
        file: file,
        line: line
      )
      autoRetry(
        mainAction: alert.buttons["OK"].tap,
        successCondition: { !alert.exists },
        actionDescription: "OK",
        file: file,
        line: line
      )
    }
  }
}

// test
@Test(arguments: [(2, 2, true), (10, 10, true), (1, 11, false)])
func `permissions are asked for and given`(pages: Int, alerts: Int, succeeds: Bool) async {
  let visits = await Comparison {
    var taps = 0
    return FakeApplication(onTap: { app, label in
      taps += label == "Continue" ? 1 : 0
      if label == "springboard/OK" { app.counts["springboard/alerts", default: 0] -= 1 }
      if label == "Continue", taps == pages { app.counts["springboard/alerts"] = alerts }
    })
  } before: {
    $0.answerPermissions(line: 5)
  } after: {
    $0.answerPermissions(line: 5)
  }
  for visit in visits.both {
    #expect(visit.count("tap Continue") == pages)
    #expect(visit.count("tap springboard/OK") == min(alerts, 10))
  }
  visits.expect(succeeds, else: ("Alerts are left", "Auto Retry failed 9 times for action: OK."))
}
