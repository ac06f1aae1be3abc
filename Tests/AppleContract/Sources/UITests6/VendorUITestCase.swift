import XCTest

/// A base class of somebody else that is on the main actor.
@MainActor
class VendorUITestCase: XCTestCase {
  let app = XCUIApplication()
}
