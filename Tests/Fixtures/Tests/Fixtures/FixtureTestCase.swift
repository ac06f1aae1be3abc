import TargetedAutoRetry
import XCTest

/// The base class of the XCTest fixtures, as a user would write it.
class FixtureTestCase: XCTestCase, TargetedAutoRetry {
  /// A helper that forwards the place of its call.
  func launch(file: StaticString = #filePath, line: UInt = #line) {
    step("Launch", retries: 1, until: { false }, file: file, line: line)
  }
}

/// A type with steps that is not a test case.
struct PageObject: TargetedAutoRetry {
  func open(file: StaticString = #filePath, line: UInt = #line) {
    step("Open Page", retries: 0, until: { false }, file: file, line: line)
  }

  func fillIn() -> Int {
    var attempt = 0
    return step("Fill In") {
      attempt += 1
      XCTAssertEqual(attempt, 2)
    }
  }
}
