public import TargetedAutoRetry
public import XCTest

/// A vendor's base class, such as `QuickSpec`, with overrides of its own and without knowledge of retries.
open class VendorTestCase: XCTestCase {
  /// The calls that the overrides have seen.
  public private(set) var seen: [String] = []

  open override func invokeTest() {
    seen.append("begin")
    super.invokeTest()
    seen.append("end")
  }

  #if canImport(Darwin)
    open override func record(_ issue: XCTIssue) {
      seen.append("issue")
      super.record(issue)
    }
  #else
    open override func recordFailure(
      withDescription description: String,
      inFile filePath: String,
      atLine lineNumber: Int,
      expected: Bool
    ) {
      seen.append("issue")
      super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
  #endif
}

/// A company's base class, which cannot inherit from `RetryableTestCase` and so makes both calls.
open class CompanyTestCase: VendorTestCase, TargetedAutoRetry {
  open var retryPolicy: RetryPolicy { .default }

  open override func invokeTest() {
    withholdingIssues { super.invokeTest() }
  }

  #if canImport(Darwin)
    open override func record(_ issue: XCTIssue) {
      if !holdBack(issue) { super.record(issue) }
    }
  #else
    open override func recordFailure(
      withDescription description: String,
      inFile filePath: String,
      atLine lineNumber: Int,
      expected: Bool
    ) {
      if holdBack(description, file: filePath, line: lineNumber, isAssertion: expected) { return }
      super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
  #endif
}
