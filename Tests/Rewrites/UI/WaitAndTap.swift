import TargetedAutoRetry
import Testing
import XCTest

// An extension of elements that waits before it taps.

// before
extension XCUIElement {
  func waitAndTap(timeout: TimeInterval = 15, file: StaticString = #filePath, line: UInt = #line) {
    guard waitForExistence(timeout: timeout) else {
      XCTFail("\(label) does not exist", file: file, line: line)
      return
    }
    tap()
  }
}

// after
extension XCUIElement {
  func autoWaitAndTap(timeout: TimeInterval = 15, file: StaticString = #filePath, line: UInt = #line) {
    let found = CurrentTest().autoWait("\(label) exists", for: .seconds(timeout), file: file, line: line) { exists }
    if found { tap() }
  }
}

// test
@Test(arguments: [(3, true), (16, false)])
func `an element is tapped when it is there`(seconds: Int, succeeds: Bool) async {
  let visits = await Comparison {
    let app = FakeApplication()
    app.isStrict = true
    app.after(.seconds(seconds)) { $0.elements = ["Buy"] }
    return app
  } before: {
    $0.app.buttons["Buy"].waitAndTap(line: 5)
  } after: {
    $0.app.buttons["Buy"].autoWaitAndTap(line: 5)
  }
  for visit in visits.both {
    #expect(visit.events == (succeeds ? ["tap Buy"] : []))
  }
  visits.expect(succeeds, else: ("Buy does not exist", "Waited in vain for: Buy exists."))
}
