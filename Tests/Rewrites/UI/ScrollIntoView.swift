import TargetedAutoRetry
import Testing
import XCTest

// An extension of elements that scrolls one of them into view, in a list that loads while it is scrolled.

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
    CurrentTest().autoRetry(
      mainAction: swipeUp,
      successCondition: { element.exists && element.isHittable },
      actionDescription: "Scroll \(element.label) into View",
      retryAttempts: 5,
      policy: RetryPolicy(looksFirst: true),
      file: file,
      line: line
    )
  }
}

// test
@Test(arguments: [(0, true), (6, true), (7, false)])
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
  for visit in visits.both {
    #expect(visit.count("swipe up") == min(needed, 6))
  }
  visits.expect(
    succeeds,
    else: ("Licences is not in view", "Auto Retry failed 5 times for action: Scroll Licences into View.")
  )
}
