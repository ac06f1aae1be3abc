import TargetedAutoRetry
import Testing
import XCTest

// Taps an element until another appears, five times at most.

// before
extension Before {
  func tap(
    _ element: XCUIElement,
    untilExists other: XCUIElement,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    var taps = 0
    repeat {
      element.tap()
      taps += 1
      sleep(1)
    } while !other.exists && taps < 5
    XCTAssertTrue(other.exists, "\(other.label) did not appear after \(taps) taps", file: file, line: line)
  }
}

// after
extension After {
  func tap(
    _ element: XCUIElement,
    untilExists other: XCUIElement,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    autoRetry(
      mainAction: element.tap,
      successCondition: { other.waitForExistence(timeout: 1) },
      actionDescription: "Tap \(element.label) until \(other.label) Exists",
      retryAttempts: 4,
      file: file,
      line: line
    )
  }
}

// test
@Test(arguments: [(3, true), (5, true), (6, false)])
func `taps are repeated until the other element is there, up to five`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    var taps = 0
    return FakeApplication(onTap: { app, _ in
      taps += 1
      if taps == needed { app.elements = ["Menu"] }
    })
  } before: {
    $0.tap($0.app.buttons["More"], untilExists: $0.app.buttons["Menu"], line: 5)
  } after: {
    $0.tap($0.app.buttons["More"], untilExists: $0.app.buttons["Menu"], line: 5)
  }
  for visit in visits.both {
    #expect(visit.hasPassed == succeeds)
    #expect(visit.count("tap More") == min(needed, 5))
  }
  visits.expect(
    succeeds,
    else: ("Menu did not appear after 5 taps", "Tap More until Menu Exists failed: ")
  )
}
