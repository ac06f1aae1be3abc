import TargetedAutoRetry
import Testing
import XCTest

/// Steps that fail at the place of a caller whose path is not a literal, as XCTest needs it.
final class CallPlaceFixture: FixtureTestCase {
  func testOwnStep() {
    withCallPlace(#_sourceLocation) {  // own step
      launch()
    }
  }

  func testPage() {
    let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: 77, column: 1)
    withCallPlace(place) {
      PageObject().open()  // page
    }
  }
}

final class RetryableCallPlaceFixture: RetryableTestCase {
  func testPage() {
    withCallPlace(#_sourceLocation) {  // retryable page
      PageObject().open()
    }
  }

  func testLayers() {
    withCallPlace(#_sourceLocation) {  // layers
      Shop().checkOut()
    }
  }

  func testValue() throws {
    try withCallPlace(#_sourceLocation) {  // value
      try autoRetry("Load", retryAttempts: 0, mainAction: { throw CocoaError(.fileNoSuchFile) })
    }
  }
}

/// A helper that hands in its own place, and a second one inside.
private struct Shop: TargetedAutoRetry {
  func checkOut(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    withCallPlace(fileID: fileID, filePath: filePath, line: line, column: column) {
      autoRetry("Check Out", retryAttempts: 0) {  // check out
        withCallPlace(fileID: "A/B.swift", filePath: "/B.swift", line: 1, column: 1) {
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
