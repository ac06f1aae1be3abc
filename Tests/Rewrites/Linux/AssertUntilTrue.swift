import TargetedAutoRetry
import XCTest

// Repeats an assertion until it holds, and lets the last one speak.

// before
extension XCTestCase {
  func assertEventuallyEqual<Value: Equatable>(
    _ expression: @autoclosure () throws -> Value,
    _ expected: Value,
    timeout: TimeInterval = 5,
    file: StaticString = #filePath,
    line: UInt = #line
  ) rethrows {
    let deadline = Date().addingTimeInterval(timeout)
    while Date() < deadline {
      if try expression() == expected { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    try XCTAssertEqual(expression(), expected, file: file, line: line)
  }
}

// after
extension RetryableTestCase {
  func autoAssertEventuallyEqual<Value: Equatable>(
    _ expression: @autoclosure () throws -> Value,
    _ expected: Value,
    timeout: TimeInterval = 5,
    file: StaticString = #filePath,
    line: UInt = #line
  ) rethrows {
    try autoWait("Equal \(expected)", for: .seconds(timeout), failTestOnFailure: false) {
      try expression() == expected
    }
    try XCTAssertEqual(expression(), expected, file: file, line: line)
  }
}

// test
final class AssertUntilTrueTests: RewriteTests {
  func testAnAssertionIsRepeatedUntilItHolds() {
    let visits = [
      visit { time in assertEventuallyEqual(time.now >= .seconds(3) ? "done" : "busy", "done") },
      visit { time in autoAssertEventuallyEqual(time.now >= .seconds(3) ? "done" : "busy", "done") },
    ]
    for visit in visits {
      XCTAssertEqual(visit.failures, [])
      XCTAssertEqual(visit.time.components.seconds, 3)
    }
  }

  func testTheLastAssertionSpeaks() {
    let before = visit { _ in assertEventuallyEqual("busy", "done", line: 5) }
    let after = visit { _ in autoAssertEventuallyEqual("busy", "done", line: 5) }
    for visit in [before, after] {
      XCTAssertEqual(visit.failures.map(\.line), [5])
      XCTAssert(visit.failures.contains { $0.message.contains(#"("busy") is not equal to ("done")"#) })
    }
  }
}
