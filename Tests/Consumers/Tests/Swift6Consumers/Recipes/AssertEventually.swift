import TargetedAutoRetry
import XCTest

func assertEventually<Value: Equatable>(
  _ value: @autoclosure () -> Value,
  equals expected: Value,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  var last: Value?
  CurrentTest().autoWait(
    "Expected Value",
    for: .seconds(5),
    failTestOnFailure: false
  ) {
    last = value()
    return last == expected
  }
  XCTAssertEqual(last, expected, file: file, line: line)
}
