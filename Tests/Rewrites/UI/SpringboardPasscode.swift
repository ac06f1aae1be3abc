import TargetedAutoRetry
import Testing
import XCTest

// Types the passcode that the springboard asks for, until it does not ask any more.

// before
extension Before {
  func enterPasscode(_ passcode: String = "1234\n", file: StaticString = #filePath, line: UInt = #line) {
    let springboard = XCUIApplication(bundleIdentifier: "com.apple.springboard")
    let field = springboard.secureTextFields["Passcode field"]
    for _ in 1...3 {
      guard field.waitForExistence(timeout: 20) else { continue }
      field.tap()
      field.typeText(passcode)
      if field.waitForNonExistence(timeout: 5) { return }
    }
    XCTFail("The passcode was not accepted", file: file, line: line)
  }
}

// after
extension After {
  func enterPasscode(_ passcode: String = "1234\n", file: StaticString = #filePath, line: UInt = #line) {
    let springboard = XCUIApplication(bundleIdentifier: "com.apple.springboard")
    let field = springboard.secureTextFields["Passcode field"]
    autoRetry(
      mainAction: {
        autoWait("Passcode field", for: .seconds(20)) { field.exists }
        field.tap()
        field.typeText(passcode)
      },
      successCondition: { field.waitForNonExistence(timeout: 5) },
      actionDescription: "Enter Passcode",
      retryAttempts: 2,
      file: file,
      line: line
    )
  }
}

// test
@Test(arguments: [(1, true), (3, true), (4, false)])
func `a passcode that gets lost is typed again, three times at most`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    let app = FakeApplication()
    var typed = 0
    app.isStrict = true
    app.after(.seconds(2)) { $0.elements = ["springboard/Passcode field"] }
    app.onType = { app, _, _ in
      typed += 1
      if typed == needed { app.after(.seconds(1)) { $0.elements = [] } }
    }
    return app
  } before: {
    $0.enterPasscode(line: 7)
  } after: {
    $0.enterPasscode(line: 7)
  }
  for visit in visits.both {
    #expect(visit.events.count == 2 * min(needed, 3))
  }
  visits.expect(
    succeeds,
    else: ("The passcode was not accepted", "Enter Passcode failed: 3 attempts "),
    line: 7
  )
}

@Test func `a springboard that never asks fails the test, and nothing is typed before`() async {
  let visits = await Comparison {
    let app = FakeApplication()
    app.isStrict = true
    return app
  } before: {
    $0.enterPasscode(line: 7)
  } after: {
    $0.enterPasscode(line: 7)
  }
  #expect(visits.before.failures.map(\.message) == ["failed - The passcode was not accepted"])
  #expect(visits.after.failures.last?.message.contains("Passcode field") == true)
  #expect(visits.before.events == [])
  #expect(visits.both.allSatisfy { $0.time >= .seconds(60) })
}
