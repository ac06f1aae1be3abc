import TargetedAutoRetry
import XCTest

// Asserts that something holds for a while.

// before
extension XCTestCase {
  func assertHolds(
    for time: TimeInterval,
    interval: TimeInterval = 0.1,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ condition: () -> Bool
  ) {
    let deadline = Date().addingTimeInterval(time)
    while Date() < deadline {
      guard condition() else {
        XCTFail("The condition did not hold for \(time) s", file: file, line: line)
        return
      }
      Thread.sleep(forTimeInterval: interval)
    }
  }
}

// after
extension RetryableTestCase {
  func autoAssertHolds(
    for time: TimeInterval,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ condition: () -> Bool
  ) {
    let time = Duration.seconds(time)
    autoWait("Condition holds", for: time, stableFor: time, file: file, line: line, until: condition)
  }
}

// test
final class AssertHoldsTests: RewriteTests {
  func testAConditionThatHoldsPasses() {
    let visits = [
      visit { _ in assertHolds(for: 2) { true } },
      visit { _ in autoAssertHolds(for: 2) { true } },
    ]
    for visit in visits {
      XCTAssertEqual(visit.failures, [])
      XCTAssertGreaterThanOrEqual(visit.time, .seconds(2))
    }
  }

  func testAConditionThatIsFalseOnceFailsAtTheLineOfTheCall() {
    let visits = [
      visit { time in assertHolds(for: 2, line: 5) { abs(time.now.components.seconds - 1) != 0 } },
      visit { time in autoAssertHolds(for: 2, line: 5) { abs(time.now.components.seconds - 1) != 0 } },
    ]
    for visit in visits {
      XCTAssertEqual(visit.failures.map(\.line), [5])
    }
    // The hand-written loop ends at once; a wait looks until its end.
    XCTAssertEqual(visits.map { $0.time < .seconds(1.1) }, [true, false])
  }
}
