import Storefront
import TargetedAutoRetry
import Testing

/// The test in Swift Testing: the trait runs it again, with a fresh suite.
@Suite struct RerunSuite: StorefrontSteps {
  let storefront: Storefront!

  init() throws {
    storefront = try .forTest(faults: FlakyTrait.retryCount == 0 ? [.sessionDrops] : [])
  }

  @Test(.flaky(.notFixable(reason: "The shop drops young sessions", maxRetryCount: 2)))
  func cartSurvivesNavigation() throws {
    try launchWithRetries()
    try signInWithRetries()
    try openCart()
    #expect(try cartItems() == "Your cart is empty")
  }
}
