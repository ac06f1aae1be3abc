import TargetedAutoRetry
import Testing
import XCTest

// A robot whose step returns the robot of the next screen.

// before
@MainActor
struct WelcomeRobot {
  let app: XCUIApplication

  func openAccount(file: StaticString = #filePath, line: UInt = #line) -> AccountRobot {
    let title = app.navigationBars["Account"]
    var tries = 0
    while !title.exists && tries < 3 {
      app.buttons["Account"].tap()
      _ = title.waitForExistence(timeout: 5)
      tries += 1
    }
    XCTAssertTrue(title.exists, "The account is not shown", file: file, line: line)
    return AccountRobot(app: app)
  }
}

// after
@MainActor
struct RetryingWelcomeRobot: TargetedAutoRetry {
  let app: XCUIApplication

  func openAccount(file: StaticString = #filePath, line: UInt = #line) -> AccountRobot {
    autoRetry(
      mainAction: app.buttons["Account"].tap,
      successCondition: { app.navigationBars["Account"].exists },
      actionDescription: "Open Account",
      retryAttempts: 2,
      policy: RetryPolicy(conditionTimeout: .seconds(5), looksFirst: true),
      file: file,
      line: line
    )
    return AccountRobot(app: app)
  }
}

// test
@MainActor
struct AccountRobot {
  let app: XCUIApplication
  var name: String { app.staticTexts["Ada"].exists ? "Ada" : "" }
}

@Test(arguments: [(2, true), (4, false)])
func `a robot repeats its step and returns the next robot`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    var taps = 0
    return FakeApplication(onTap: { app, _ in
      taps += 1
      if taps == needed { app.elements = ["Account", "Ada"] }
    })
  } before: {
    WelcomeRobot(app: $0.app).openAccount(line: 5).name
  } after: {
    RetryingWelcomeRobot(app: $0.app).openAccount(line: 5).name
  }
  for visit in visits.both {
    #expect(visit.answer == (succeeds ? "Ada" : ""))
    #expect(visit.count("tap Account") == min(needed, 3))
    #expect(visit.time < .seconds(succeeds ? 6 : 16))
  }
  visits.expect(succeeds, else: ("The account is not shown", "Open Account failed: "))
}
