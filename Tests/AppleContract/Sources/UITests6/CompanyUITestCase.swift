import TargetedAutoRetry
import XCTest

class CompanyUITestCase: VendorUITestCase, TargetedAutoRetry {
  override func invokeTest() {
    withholdingIssues { super.invokeTest() }
  }

  override func record(_ issue: XCTIssue) {
    if !holdBack(issue) { super.record(issue) }
  }
}
