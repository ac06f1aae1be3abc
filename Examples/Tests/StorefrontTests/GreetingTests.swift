import Storefront
import TargetedAutoRetry
import XCTest

/// A test whose helpers assert; it is a `RetryableTestCase`, so a failed assertion fails the attempt, not the test.
final class GreetingTests: RetryableTestCase, StorefrontSteps {
  private(set) var storefront: Storefront!

  override var retryPolicy: RetryPolicy { .storefront }

  override func collectEvidence(of attempt: AttemptEvidence) { attachPage(to: attempt) }

  override func setUpWithError() throws {
    storefront = try .forTest(faults: [.pageRendersLate, .tapIsLost])
  }

  override func tearDown() {
    storefront = nil
  }

  func testGreetsByName() throws {
    try autoRetry("Sign In as Grace") {
      try launchWithRetries()
      try checkThatNobodyIsSignedIn()
      try signInOnce()
      try checkGreeting(of: "Grace")
    }
    XCTAssertEqual(try storefront.text(of: .accountName), "Grace")
  }

  private func signInOnce() throws {
    try storefront.type("Grace", into: .userField)
    try storefront.tap(.signInButton)
  }

  private func checkThatNobodyIsSignedIn() throws {
    XCTAssertFalse(try storefront.isVisible(.accountName))
  }

  private func checkGreeting(of name: String) throws {
    XCTAssertTrue(try storefront.isVisible(.accountName), "nobody is signed in")
    XCTAssertEqual(try storefront.text(of: .accountName), name)
  }
}
