import TargetedAutoRetry
import Testing
import XCTest

// An extension of elements that scrolls one of them into view, in a list that loads while it is scrolled.
//
// With the library the swipes are part of a wait, so there is a limit of time in place of six swipes.

// before
extension XCUIElement {
  func scrollIntoView(_ element: XCUIElement, file: StaticString = #filePath, line: UInt = #line) {
    for _ in 0..<6 where !element.exists || !element.isHittable {
      swipeUp()
    }
    XCTAssertTrue(element.exists && element.isHittable, "\(element.label) is not in view", file: file, line: line)
  }
}

// after
extension XCUIElement {
  func autoScrollIntoView(_ element: XCUIElement, file: StaticString = #filePath, line: UInt = #line) {
    let description = "\(element.label) is in view"
    CurrentTest().autoWait(description, for: .seconds(20), file: file, line: line, meanwhile: swipeUp) {
      element.exists && element.isHittable
    }
  }
}

// test
@Test(arguments: [(0, true), (6, true), (.max, false)])
func `an element is scrolled into view`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    let app = FakeApplication()
    var swipes = 0
    app.elements = needed == 0 ? ["Licences"] : []
    app.onSwipe = { app, _ in
      swipes += 1
      if swipes == needed { app.elements = ["Licences"] }
    }
    return app
  } before: {
    $0.app.tables.firstMatch.scrollIntoView($0.app.cells["Licences"], line: 5)
  } after: {
    $0.app.tables.firstMatch.autoScrollIntoView($0.app.cells["Licences"], line: 5)
  }
  #expect(visits.before.count("swipe up") == min(needed, 6))
  #expect(succeeds ? visits.after.count("swipe up") == needed : visits.after.time >= .seconds(20))
  visits.expect(
    succeeds,
    else: ("Licences is not in view", "Waited in vain for: Licences is in view.")
  )
}
