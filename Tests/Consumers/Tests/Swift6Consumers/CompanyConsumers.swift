import TargetedAutoRetry
import VendorTestCases
import XCTest

// Base classes that cannot inherit from RetryableTestCase, and make both calls in their own overrides.

class CompanyTestCase: VendorTestCase, TargetedAutoRetry {
  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 2) }

  override func invokeTest() {
    withholdingIssues { super.invokeTest() }
  }

  #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
      if !withholds(issue) { super.record(issue) }
    }
  #else
    override func recordFailure(
      withDescription description: String,
      inFile file: String,
      atLine line: Int,
      expected: Bool
    ) {
      if withholds(description, file, line, expected) { return }
      super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
    }
  #endif
}

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

  @MainActor func testAssertionsOnMainActor() async {
    let app = MainActorApp()
    await autoRetry(
      mainAction: {
        await app.launchSlowly()
        XCTAssertTrue(app.isRunning)
      },
      successCondition: { app.isRunning }
    )
    XCTAssertEqual(app.launches, 2)
  }
}

/// A class on the main actor as a whole, which XCTest on Linux cannot run; it only has to compile.
@MainActor
class MainActorCompanyTestCase: VendorTestCase, @MainActor TargetedAutoRetry {
  let app = MainActorApp()

  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: app.launches) }

  override func invokeTest() {
    withholdingIssues { super.invokeTest() }
  }

  #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
      if !withholds(issue) { super.record(issue) }
    }
  #else
    override func recordFailure(
      withDescription description: String,
      inFile file: String,
      atLine line: Int,
      expected: Bool
    ) {
      if withholds(description, file, line, expected) { return }
      super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
    }
  #endif

  func launch() { autoRetry(mainAction: app.launch, successCondition: { app.isRunning }) }
}
