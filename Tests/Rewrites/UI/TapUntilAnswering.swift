import TargetedAutoRetry
import Testing
import XCTest

// Taps until another element is there and answers whether it is; looks first.

// before
extension Before {
  @discardableResult
  func tap(_ element: XCUIElement, toShow other: XCUIElement, attempts: Int = 3) -> Bool {
    if other.exists { return true }
    for _ in 0..<attempts {
      element.tap()
      if other.waitForExistence(timeout: 5) { return true }
    }
    return false
  }
}

// after
extension After {
  @discardableResult
  func tap(_ element: XCUIElement, toShow other: XCUIElement, attempts: Int = 3) -> Bool {
    autoRetrySucceeds(
      mainAction: element.tap,
      successCondition: { other.exists },
      actionDescription: "Tap \(element.label)",
      retryAttempts: attempts - 1,
      policy: RetryPolicy(conditionTimeout: .seconds(5), looksFirst: true)
    )
  }
}

// test
@Test(arguments: [(0, true), (3, true), (4, false)])
func `taps are repeated, and the answer is whether they worked`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    var taps = 0
    let app = FakeApplication(onTap: { app, _ in
      taps += 1
      if taps == needed { app.elements = ["Filters"] }
    })
    app.elements = needed == 0 ? ["Filters"] : []
    return app
  } before: {
    $0.tap($0.app.buttons["Filter"], toShow: $0.app.sheets["Filters"])
  } after: {
    $0.tap($0.app.buttons["Filter"], toShow: $0.app.sheets["Filters"])
  }
  for visit in visits.both {
    #expect(visit.answer == succeeds)
    #expect(visit.failures == [])
    #expect(visit.count("tap Filter") == min(needed, 3))
  }
  // It also looks for five seconds before it taps: the price of one policy for both.
  #expect(visits.before.time <= visits.after.time)
}
