import Storefront
import TargetedAutoRetry
import XCTest

/// A test that cannot reset itself: if the session drops, the whole test has to run again.
final class RerunTests: RetryableTestCase, StorefrontSteps {
  private(set) var storefront: Storefront!

  override var retryPolicy: RetryPolicy { .storefront }

  override func collectEvidence(of attempt: AttemptEvidence) { attachPage(to: attempt) }

  override func setUpWithError() throws {
    storefront = try .forTest(faults: retryCount == 0 ? [.sessionDrops] : [])
  }

  override func tearDown() {
    storefront = nil
  }

  func testCartSurvivesNavigation() throws {
    try launchWithRetries()
    try signInWithRetries()
    try flaky(.notFixable(reason: "The shop drops young sessions", maxRetryCount: 2)) {
      try openCart()
      XCTAssertEqual(try cartItems(), "Your cart is empty")
    }
  }
}
