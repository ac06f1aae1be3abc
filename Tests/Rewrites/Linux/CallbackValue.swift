import Foundation
import TargetedAutoRetry
import XCTest

// Turns a callback into a value.

// before
extension XCTestCase {
  func value<Value>(
    timeout: TimeInterval = 5,
    file: StaticString = #filePath,
    line: UInt = #line,
    from start: (@escaping (Value) -> Void) -> Void
  ) throws -> Value {
    let isCalled = XCTestExpectation(description: "callback")
    var result: Value?
    start { value in
      result = value
      isCalled.fulfill()
    }
    guard XCTWaiter().wait(for: [isCalled], timeout: timeout) == .completed else {
      XCTFail("Nobody called back within \(timeout) s", file: file, line: line)
      throw CancellationError()
    }
    return try XCTUnwrap(result, file: file, line: line)
  }
}

// after
extension RetryableTestCase {
  func autoValue<Value>(
    timeout: TimeInterval = 5,
    file: StaticString = #filePath,
    line: UInt = #line,
    from start: (@escaping (Value) -> Void) -> Void
  ) throws -> Value {
    let lock = NSLock()
    var result: Value?
    start { value in lock.withLock { result = value } }
    return try autoWait("Callback", for: .seconds(timeout), file: file, line: line) { lock.withLock { result } }
  }
}

// test
final class CallbackValueTests: RewriteTests {
  func testTheValueOfACallbackIsReturned() {
    let visits = [
      visit(on: nil) { _ in try value { answerLater($0) } },
      visit(on: nil) { _ in try autoValue { answerLater($0) } },
    ]
    XCTAssertEqual(visits.map(\.answer), [42, 42])
    XCTAssertEqual(visits.flatMap(\.failures), [])
  }

  func testACallbackThatNeverComesIsAnErrorWithThePlaceOfTheCall() {
    let before = visit(on: nil) { _ in try value(timeout: 0.01, line: 5) { (_: (Int) -> Void) in } }
    let after = visit(on: nil) { _ in try autoValue(timeout: 0.01, line: 5) { (_: (Int) -> Void) in } }
    XCTAssertEqual(before.failures.map(\.line), [5])
    XCTAssertEqual((after.error as? RetryExhausted)?.line, 5)
  }
}

/// Calls back on another thread.
private func answerLater(_ callback: @escaping (Int) -> Void) {
  nonisolated(unsafe) let callback = callback
  DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) { callback(42) }
}
