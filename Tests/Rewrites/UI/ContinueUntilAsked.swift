import TargetedAutoRetry
import Testing
import XCTest

// Taps Continue until the springboard asks, and then OK on each of its alerts, ten of each at most.
//
// With the library the taps are part of a wait, so there is a limit of time in place of ten taps.

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
    withCallPlace(file: file, line: line) {
      let answer = { (button: XCUIElement) in
        button.tap()
        sleep(1)
      }
      autoWait("Alert", for: .seconds(20), meanwhile: { answer(app.buttons["Continue"]) }) { alert.exists }
      autoWait("No alert", for: .seconds(20), meanwhile: { answer(alert.buttons["OK"]) }) { !alert.exists }
    }
  }
}

// test
@Test(arguments: [(2, 2, true), (10, 10, true), (1, 100, false)])
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
  #expect(visits.both.allSatisfy { $0.count("tap Continue") == pages })
  #expect(visits.before.count("tap springboard/OK") == min(alerts, 10))
  #expect(succeeds ? visits.after.count("tap springboard/OK") == alerts : visits.after.time >= .seconds(20))
  visits.expect(succeeds, else: ("Alerts are left", "Waited in vain for: No alert."))
}
