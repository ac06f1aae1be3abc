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

  func testPageAfterOwnStep() {
    step("Own")
    withCallPlace(file: thisFile(), line: #line) {  // page after own step
      PageObject().open()
    }
  }

  func testPage() {
    withCallPlace(file: thisFile(), line: 77) {
      PageObject().open()  // page
    }
  }

  func testLiteral() {
    literal(file: #filePath, line: #line)  // literal
  }

  private func literal(file: StaticString, line: Int) {
    withCallPlace(file: file, line: line) { PageObject().open() }
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

  func testPageThatRecovers() {
    var attempts = 0
    step {
      attempts += 1
      if attempts == 1 { withCallPlace(file: thisFile(), line: #line) { PageObject().open() } }
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
  @Test func page() {
    withCallPlace(#_sourceLocation) {  // suite page
      PageObject().open()
    }
  }

  @Test func layers() {
    withCallPlace(#_sourceLocation) {  // suite layers
      Shop().checkOut()
    }
  }

  @Test func pageAtFileAndLine() {
    withCallPlace(file: "/elsewhere/Other.swift", line: 321) { PageObject().open() }
  }
}
