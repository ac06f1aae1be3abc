import CompanyTestCases
import TargetedAutoRetry
import XCTest

/// A base class with the first call only.
class InvokingTestCase: XCTestCase, TargetedAutoRetry {
  override func invokeTest() {
    withholdingIssues { super.invokeTest() }
  }
}

/// A base class with the second call only.
class RecordingTestCase: XCTestCase, TargetedAutoRetry {
  override func recordFailure(
    withDescription description: String,
    inFile file: String,
    atLine line: Int,
    expected: Bool
  ) {
    if holdBack(description, file: file, line: line, isAssertion: expected) { return }
    super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
  }
}

/// A base class that makes both calls although its superclass does too.
class CautiousTestCase: RetryableTestCase {
  override func invokeTest() {
    withholdingIssues { super.invokeTest() }
  }

  override func recordFailure(
    withDescription description: String,
    inFile file: String,
    atLine line: Int,
    expected: Bool
  ) {
    if holdBack(description, file: file, line: line, isAssertion: expected) { return }
    super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
  }
}

/// A base class that records an issue of its own for each one that it is handed.
class GarrulousTestCase: CompanyTestCase {
  private var isTalking = false
  private var talks = 0

  override func recordFailure(
    withDescription description: String,
    inFile file: String,
    atLine line: Int,
    expected: Bool
  ) {
    if !isTalking {
      isTalking = true
      talks += 1
      XCTFail("elsewhere \(talks)")
      isTalking = false
    }
    super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
  }
}
