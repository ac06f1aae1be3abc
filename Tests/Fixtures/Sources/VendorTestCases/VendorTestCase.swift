public import XCTest

/// A base class of somebody else, such as `QuickSpec`: it has overrides of its own and knows nothing of retries.
open class VendorTestCase: XCTestCase {
  /// What the overrides have seen.
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
