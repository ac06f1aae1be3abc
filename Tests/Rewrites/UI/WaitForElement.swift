import TargetedAutoRetry
import Testing
import XCTest

// Waits for an element.

// before
extension Before {
  func waitForElement(_ element: XCUIElement, timeout: TimeInterval = 15) {
    let start = Date()
    while !element.exists {
      if Date().timeIntervalSince(start) > timeout {
        XCTFail("Timed out waiting for element \(element.label) to exist")
        break
      }
      usleep(10_000)
    }
  }
}

// after
extension After {
  func waitForElement(
    _ element: XCUIElement,
    timeout: TimeInterval = 15,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    autoWait("\(element.label) exists", for: .seconds(timeout), file: file, line: line) { element.exists }
  }
}

// test
@Test func `an element that comes late is waited for`() async {
  let visits = await Comparison {
    let app = FakeApplication()
    app.after(.seconds(8)) { $0.elements = ["Feed"] }
    return app
  } before: {
    $0.waitForElement($0.app.staticTexts["Feed"])
  } after: {
    $0.waitForElement($0.app.staticTexts["Feed"])
  }
  for visit in visits.both {
    #expect(visit.failures == [])
    #expect(abs(visit.time.components.seconds - 8) <= 1)
  }
}

@Test func `an element that never comes fails the test, after at the line of the call`() async {
  let line = #line + 6
  let visits = await Comparison {
    FakeApplication()
  } before: {
    $0.waitForElement($0.app.staticTexts["Feed"])
  } after: {
    $0.waitForElement($0.app.staticTexts["Feed"])
  }
  #expect(visits.before.failures.map(\.message) == ["failed - Timed out waiting for element Feed to exist"])
  #expect(visits.after.failures.map(\.line) == [line])
  #expect(visits.after.failures.first?.message.contains("Feed exists") == true)
}
