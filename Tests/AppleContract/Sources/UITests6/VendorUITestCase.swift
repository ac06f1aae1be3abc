import XCTest

/// A vendor's base class on the main actor.
@MainActor
class VendorUITestCase: XCTestCase {
  let app = XCUIApplication()
}
