import TargetedAutoRetry
import Testing
import XCTest

// Swipes until an element can be tapped, twelve times at most; it may be so at once.
//
// With the library the swipes are part of a wait, so there is a limit of time in place of their number.

// before
extension Before {
  func swipeUp(until element: XCUIElement, file: StaticString = #filePath, line: UInt = #line) {
    var swipes = 0
    while !element.isHittable {
      guard swipes < 12 else {
        XCTFail("\(element.label) is not hittable after \(swipes) swipes", file: file, line: line)
        return
      }
      app.swipeUp()
      swipes += 1
    }
  }
}

// after
extension After {
  func swipeUp(until element: XCUIElement, file: StaticString = #filePath, line: UInt = #line) {
    autoWait("\(element.label) is hittable", for: .seconds(30), file: file, line: line, meanwhile: app.swipeUp) {
      element.isHittable
    }
  }
}

// test
@Test(arguments: [(0, true), (12, true), (.max, false)])
func `swipes are repeated until the element is hittable, up to a limit`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    let app = FakeApplication()
    var swipes = 0
    app.elements = ["Imprint"]
    app.covered = needed > 0 ? ["Imprint"] : []
    app.onSwipe = { app, _ in
      swipes += 1
      if swipes == needed { app.covered = [] }
    }
    return app
  } before: {
    $0.swipeUp(until: $0.app.buttons["Imprint"], line: 5)
  } after: {
    $0.swipeUp(until: $0.app.buttons["Imprint"], line: 5)
  }
  #expect(visits.before.count("swipe up") == min(needed, 12))
  #expect(succeeds ? visits.after.count("swipe up") == needed : visits.after.time >= .seconds(30))
  visits.expect(
    succeeds,
    else: ("Imprint is not hittable after 12 swipes", "Waited in vain for: Imprint is hittable.")
  )
}
