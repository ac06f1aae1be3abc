import TargetedAutoRetry
import XCTest

/// A test in a base class that cannot inherit from RetryableTestCase.
final class CompanyConsumers: CompanyTestCase {
  private let app = App()

  /// A member with the name of ours, as many classes have one.
  var retryCount = 0

  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  func testAssertionsInAttempts() {
    let retries = autoRetry {
      app.launch()
      XCTAssertTrue(app.isRunning())
    } successCondition: {
      true
    }
    XCTAssertEqual(retries, 1)
    XCTAssertEqual(seen, ["begin"])
  }
}
