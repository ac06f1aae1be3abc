import TargetedAutoRetry
import Testing
import XCTest

// Swipes until an element can be tapped, twelve times at most; it may be so at once.

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
    autoRetry(
      mainAction: app.swipeUp,
      successCondition: { element.isHittable },
      actionDescription: "Swipe Up to \(element.label)",
      retryAttempts: 11,
      policy: RetryPolicy(looksFirst: true),
      file: file,
      line: line
    )
  }
}

// test
@Test(arguments: [(0, true), (12, true), (13, false)])
func `swipes are repeated until the element is hittable, up to twelve`(needed: Int, succeeds: Bool) async {
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
  for visit in visits.both {
    #expect(visit.count("swipe up") == min(needed, 12))
  }
  visits.expect(
    succeeds,
    else: ("Imprint is not hittable after 12 swipes", "failed 11 times for action: Swipe Up to Imprint.")
  )
}
