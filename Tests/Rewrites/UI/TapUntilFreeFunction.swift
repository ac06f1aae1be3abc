import TargetedAutoRetry
import Testing
import XCTest

// A free function that taps until something is true.

// before
@MainActor
func tap(
  _ element: XCUIElement,
  until condition: @autoclosure () -> Bool,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  for _ in 0..<3 {
    element.tap()
    let deadline = Date().addingTimeInterval(2)
    while Date() < deadline {
      if condition() { return }
      RunLoop.current.run(until: Date().addingTimeInterval(0.1))
    }
  }
  XCTFail("Tapping \(element.label) had no effect", file: file, line: line)
}

// after
@MainActor
func retryTap(
  _ element: XCUIElement,
  until condition: @autoclosure () -> Bool,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  CurrentTest().autoRetry(
    mainAction: element.tap,
    successCondition: { condition() },
    actionDescription: "Tap \(element.label)",
    retryAttempts: 2,
    policy: RetryPolicy(conditionTimeout: .seconds(2)),
    file: file,
    line: line
  )
}

// test
@Test(arguments: [(2, true), (4, false)])
func `a free function taps until something is true`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    var taps = 0
    return FakeApplication(onTap: { app, _ in
      taps += 1
      if taps == needed { app.after(.seconds(1)) { $0.values["Likes"] = "1" } }
    })
  } before: { test in
    let likes = test.app.staticTexts["Likes"]
    tap(test.app.buttons["Like"], until: likes.value as? String == "1", line: 5)
  } after: { test in
    let likes = test.app.staticTexts["Likes"]
    retryTap(test.app.buttons["Like"], until: likes.value as? String == "1", line: 5)
  }
  for visit in visits.both {
    #expect(visit.count("tap Like") == min(needed, 3))
  }
  visits.expect(succeeds, else: ("Tapping Like had no effect", "Tap Like failed: "))
}
