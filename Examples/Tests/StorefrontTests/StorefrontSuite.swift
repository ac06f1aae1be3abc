import Storefront
import TargetedAutoRetry
import Testing

/// The steps in a suite of Swift Testing.
@Suite(.serialized) struct StorefrontSuite: StorefrontSteps {
  let storefront: Storefront!

  init() throws {
    storefront = try .forTest(named: Test.current?.name ?? "")
  }

  @Test(arguments: ["kettle", "set", "STRAINER"])
  func searchFindsSomething(query: String) throws {
    try launchSignInNavToPage(.search)
    #expect(try search(for: query) != ["Nothing found"])
  }

  @Test func cartHasWhatWasAdded() throws {
    try launchSignInNavToPage(.search)
    #expect(try search(for: "pour") == ["Pour-Over Set"])
    try addFirstResultToCart()
    try openCart()
    #expect(try cartItems() == "Pour-Over Set")
  }
}
