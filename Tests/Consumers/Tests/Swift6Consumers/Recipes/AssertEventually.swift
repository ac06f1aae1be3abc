import TargetedAutoRetry
import XCTest

func assertEventually<Value: Equatable>(
  _ value: @autoclosure () -> Value,
  equals expected: Value,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  CurrentTest().autoWait(
    "Expected Value",
    for: .seconds(5),
    failTestOnFailure: false
  ) {
    noted(value(), as: "value") == expected
  }
  XCTAssertEqual(value(), expected, file: file, line: line)
}
