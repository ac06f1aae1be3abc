import XCTest

final class SearchTests: StorefrontTestCase {
  func testSearchFindsWhatTheShopSells() throws {
    try launchSignInNavToPage(.search)
    XCTAssertEqual(try search(for: "kettle"), ["Copper Kettle", "Kettle Descaler"])
  }

  func testSearchForWhatTheShopDoesNotSellFindsNothing() throws {
    try launchSignInNavToPage(.search)
    XCTAssertEqual(try search(for: "bicycle"), ["Nothing found"])
  }
}
