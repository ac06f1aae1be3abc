import TargetedAutoRetry
import Testing
import XCTest

// Taps a field until it has the keyboard, and returns it.

// before
extension Before {
  @discardableResult
  func focus(_ field: XCUIElement, file: StaticString = #filePath, line: UInt = #line) -> XCUIElement {
    var taps = 0
    while field.value(forKey: "hasKeyboardFocus") as? Bool != true {
      guard taps < 5 else {
        XCTFail("\(field.label) does not take the keyboard", file: file, line: line)
        break
      }
      field.tap()
      usleep(500_000)
      taps += 1
    }
    return field
  }
}

// after
extension After {
  @discardableResult
  func focus(_ field: XCUIElement, file: StaticString = #filePath, line: UInt = #line) -> XCUIElement {
    autoRetry(
      mainAction: field.tap,
      successCondition: { field.value(forKey: "hasKeyboardFocus") as? Bool },
      actionDescription: "Focus \(field.label)",
      retryAttempts: 4,
      policy: RetryPolicy(conditionTimeout: .milliseconds(500), looksFirst: true),
      file: file,
      line: line
    )
    return field
  }
}

// test
@Test(arguments: [(0, true), (2, true), (6, false)])
func `a field is tapped until it has the keyboard`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    var taps = 0
    let app = FakeApplication(onTap: { app, _ in
      taps += 1
      if taps < needed { app.focus = nil }
    })
    app.elements = ["Name"]
    if needed == 0 { app.focus = "Name" }
    return app
  } before: {
    $0.focus($0.app.textFields["Name"], line: 5).label
  } after: {
    $0.focus($0.app.textFields["Name"], line: 5).label
  }
  for visit in visits.both {
    #expect(visit.answer == "Name")
    #expect(visit.count("tap Name") == min(needed, 5))
  }
  visits.expect(
    succeeds,
    else: ("Name does not take the keyboard", "Focus Name failed: ")
  )
}
