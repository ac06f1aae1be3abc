import TargetedAutoRetry
import Testing
import XCTest

// Types until the field has the text, for 20 seconds.

// before
extension Before {
  func type(_ text: String, into field: XCUIElement, file: StaticString = #filePath, line: UInt = #line) {
    let deadline = Date().addingTimeInterval(20)
    while field.value as? String != text && Date() < deadline {
      clear(field)
      field.typeText(text)
      Thread.sleep(forTimeInterval: 0.5)
    }
    XCTAssertEqual(field.value as? String, text, "The edit did not land", file: file, line: line)
  }
}

// after
extension After {
  func type(_ text: String, into field: XCUIElement, file: StaticString = #filePath, line: UInt = #line) {
    autoRetry(
      mainAction: { field.typeText(text) },
      successCondition: { field.value as? String == text },
      resetSteps: { clear(field) },
      actionDescription: "Type \(text)",
      retryAttempts: .max,
      policy: RetryPolicy(conditionTimeout: .milliseconds(500), timeLimit: .seconds(20)),
      file: file,
      line: line
    )
  }
}

// test
@MainActor
func clear(_ field: XCUIElement) {
  field.tap()
  field.typeText("⌫")
}

@Test(arguments: [(1, true), (10, true), (100, false)])
func `a text is typed until the field has it`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    let app = FakeApplication()
    var typed = 0
    app.onType = { app, text, label in
      if text == "⌫" { return app.values[label] = "" }
      typed += 1
      app.values[label] = typed == needed ? text : "Grce Hpper"
    }
    return app
  } before: {
    $0.type("Grace Hopper", into: $0.app.textFields["Name"], line: 5)
  } after: {
    $0.type("Grace Hopper", into: $0.app.textFields["Name"], line: 5)
  }
  for visit in visits.both {
    #expect(!succeeds || visit.count("type Grace Hopper into Name") == needed)
    #expect(succeeds || visit.time < .seconds(22))
  }
  visits.expect(succeeds, else: ("The edit did not land", "The time limit of 20.0 s, set by the call, was over"))
}
