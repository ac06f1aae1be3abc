import TargetedAutoRetry
import Testing
import XCTest

// A robot whose steps return itself, so that they can be chained.

// before
@MainActor
final class MapRobot {
  let app = XCUIApplication()

  @discardableResult
  func zoomIn(file: StaticString = #filePath, line: UInt = #line) -> Self {
    for _ in 1...3 {
      app.buttons["Zoom In"].tap()
      if app.staticTexts["Street"].waitForExistence(timeout: 5) { return self }
    }
    XCTFail("The street is not shown", file: file, line: line)
    return self
  }
}

// after
@MainActor
final class RetryingMapRobot: TargetedAutoRetry {
  let app = XCUIApplication()

  @discardableResult
  func zoomIn(file: StaticString = #filePath, line: UInt = #line) -> Self {
    autoRetry(
      mainAction: app.buttons["Zoom In"].tap,
      successCondition: { app.staticTexts["Street"].waitForExistence(timeout: 5) },
      actionDescription: "Zoom In",
      retryAttempts: 2,
      file: file,
      line: line
    )
    return self
  }
}

// test
@Test(arguments: [(2, true), (4, false)])
func `a robot repeats its step and returns itself`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    var taps = 0
    return FakeApplication(onTap: { app, _ in
      taps += 1
      if taps == needed { app.elements = ["Street"] }
    })
  } before: { _ in
    let robot = MapRobot()
    return robot.zoomIn(line: 5) === robot
  } after: { _ in
    let robot = RetryingMapRobot()
    return robot.zoomIn(line: 5) === robot
  }
  for visit in visits.both {
    #expect(visit.answer == true)
    #expect(visit.count("tap Zoom In") == min(needed, 3))
  }
  visits.expect(succeeds, else: ("The street is not shown", "Zoom In failed: "))
}
