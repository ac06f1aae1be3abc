import TargetedAutoRetry
import Testing
import XCTest

// Waits until an element is enabled and hittable, and taps it then.

// before
extension Before {
  func tapWhenReady(_ element: XCUIElement, file: StaticString = #filePath, line: UInt = #line) {
    let enabled = XCTNSPredicateExpectation(predicate: NSPredicate(format: "isEnabled == true"), object: element)
    let hittable = XCTNSPredicateExpectation(predicate: NSPredicate(format: "isHittable == true"), object: element)
    guard XCTWaiter.wait(for: [enabled, hittable], timeout: 10) == .completed else {
      XCTFail("\(element.label) is not ready", file: file, line: line)
      return
    }
    element.tap()
  }
}

// after
extension After {
  func tapWhenReady(_ element: XCUIElement, file: StaticString = #filePath, line: UInt = #line) {
    let isReady = autoWait("\(element.label) is ready", for: .seconds(10), file: file, line: line) {
      element.isEnabled && element.isHittable
    }
    if isReady { element.tap() }
  }
}

// test
@Test(arguments: [(5, 3, true), (11, 3, false), (3, 11, false)])
func `an element is tapped when it is enabled and hittable`(enabled: Int, hittable: Int, succeeds: Bool) async {
  let visits = await Comparison {
    let app = FakeApplication()
    (app.elements, app.disabled, app.covered) = (["Pay"], ["Pay"], ["Pay"])
    app.after(.seconds(enabled)) { $0.disabled = [] }
    app.after(.seconds(hittable)) { $0.covered = [] }
    return app
  } before: {
    $0.tapWhenReady($0.app.buttons["Pay"], line: 5)
  } after: {
    $0.tapWhenReady($0.app.buttons["Pay"], line: 5)
  }
  for visit in visits.both {
    #expect(visit.events == (succeeds ? ["tap Pay"] : []))
  }
  visits.expect(succeeds, else: ("Pay is not ready", "Waited in vain for: Pay is ready."))
}
