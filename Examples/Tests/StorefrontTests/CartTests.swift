import XCTest

final class CartTests: StorefrontTestCase {
  func testCartIsEmptyAtFirst() throws {
    try launchSignInNavToPage(.cart)
    XCTAssertEqual(try cartItems(), "Your cart is empty")
  }

  func testCartHasWhatWasAdded() throws {
    try launchSignInNavToPage(.search)
    _ = try search(for: "strainer")
    try addFirstResultToCart()
    try openCart()
    XCTAssertEqual(try cartItems(), "Tea Strainer")
  }
}
