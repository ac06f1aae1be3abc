import TargetedAutoRetry
import Testing
import XCTest

/// The path of this file, not as a literal.
private func thisFile(_ file: String = #filePath) -> String { String(file.reversed().reversed()) }

/// Steps that fail at the place of a caller whose path is not a literal, as XCTest needs it.
final class CallPlaceFixture: FixtureTestCase {
  func testOwnStep() {
    withCallPlace(file: thisFile(), line: #line) {  // own step
      launch()
    }
  }

  func testPage() {
    withCallPlace(file: thisFile(), line: 77) {
      PageObject().open()  // page
    }
  }
}

final class RetryableCallPlaceFixture: RetryableTestCase {
  func testPage() {
    withCallPlace(file: thisFile(), line: #line) {  // retryable page
      PageObject().open()
    }
  }

  func testLayers() {
    withCallPlace(file: thisFile(), line: #line) {  // layers
      Shop().checkOut()
    }
  }

  func testValue() throws {
    try withCallPlace(file: thisFile(), line: #line) {  // value
      try autoRetry("Load", retryAttempts: 0, mainAction: { throw CocoaError(.fileNoSuchFile) })
    }
  }
}

/// A helper that hands in its own place, and a second one inside.
private struct Shop: TargetedAutoRetry {
  func checkOut(file: StaticString = #filePath, line: UInt = #line) {
    withCallPlace(file: file, line: line) {
      autoRetry("Check Out", retryAttempts: 0) {  // check out
        withCallPlace(file: thisFile(), line: 1) {
          PageObject().open()  // page inside
        }
      } until: {
        true
      }
    }
  }
}

@Suite struct CallPlaceSuiteFixture {
  @Test func layers() {
    withCallPlace(#_sourceLocation) {  // suite layers
      Shop().checkOut()
    }
  }
}
