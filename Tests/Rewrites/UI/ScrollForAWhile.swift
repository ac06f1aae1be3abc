import TargetedAutoRetry
import Testing
import XCTest

// Scrolls for 30 seconds at most and returns the element.

// before
extension Before {
  @discardableResult
  func scroll(
    to label: String,
    timeout: TimeInterval = 30,
    file: StaticString = #filePath,
    line: UInt = #line
  ) -> XCUIElement {
    let element = app.cells[label]
    let deadline = Date().addingTimeInterval(timeout)
    while !element.isHittable && Date() < deadline {
      app.swipeUp()
    }
    XCTAssertTrue(element.isHittable, "Could not scroll to \(label)", file: file, line: line)
    return element
  }
}

// after
extension After {
  @discardableResult
  func scroll(
    to label: String,
    timeout: TimeInterval = 30,
    file: StaticString = #filePath,
    line: UInt = #line
  ) -> XCUIElement {
    let element = app.cells[label]
    autoWait("Scroll to \(label)", for: .seconds(timeout), file: file, line: line, meanwhile: app.swipeUp) {
      element.isHittable
    }
    return element
  }
}

// test
@Test(arguments: [(0, true), (100, true), (400, false)])
func `scrolling goes on for the time that it has`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    let app = FakeApplication()
    var swipes = 0
    app.elements = needed == 0 ? ["Berlin"] : []
    app.onSwipe = { app, _ in
      swipes += 1
      if swipes == needed { app.elements = ["Berlin"] }
    }
    return app
  } before: {
    $0.scroll(to: "Berlin", line: 5).label
  } after: {
    $0.scroll(to: "Berlin", line: 5).label
  }
  for visit in visits.both {
    #expect(visit.answer == "Berlin")
    #expect(succeeds ? visit.count("swipe up") == needed : visit.count("swipe up") > 100)
  }
  visits.expect(succeeds, else: ("Could not scroll to Berlin", "Waited in vain for: Scroll to Berlin."))
}
