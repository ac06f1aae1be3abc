import TargetedAutoRetry
import Testing
import XCTest

// Taps an element until it is gone and answers whether it is.

// before
extension Before {
  @discardableResult
  func tapUntilGone(_ element: XCUIElement, attempts: Int = 3) -> Bool {
    for _ in 0..<attempts {
      guard element.exists else { return true }
      element.tap()
      if element.waitForNonExistence(timeout: 4) { return true }
    }
    return !element.exists
  }
}

// after
extension After {
  @discardableResult
  func tapUntilGone(_ element: XCUIElement, attempts: Int = 3) -> Bool {
    autoRetrySucceeds(
      mainAction: element.tap,
      successCondition: { !element.exists },
      actionDescription: "Tap \(element.label) until It Is Gone",
      retryAttempts: attempts - 1,
      policy: RetryPolicy(conditionTimeout: .seconds(4), looksFirst: true)
    )
  }
}

// test
@Test(arguments: [(0, true), (2, true), (4, false)])
func `an element is tapped until it is gone`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    var taps = 0
    let app = FakeApplication(onTap: { app, _ in
      taps += 1
      if taps == needed { app.after(.seconds(1)) { $0.elements = [] } }
    })
    app.isStrict = true
    app.elements = needed == 0 ? [] : ["Done"]
    return app
  } before: {
    $0.tapUntilGone($0.app.buttons["Done"])
  } after: {
    $0.tapUntilGone($0.app.buttons["Done"])
  }
  for visit in visits.both {
    #expect(visit.answer == succeeds)
    #expect(visit.failures == [])
    #expect(visit.count("tap Done") == min(needed, 3))
  }
}
