import Storefront
import TargetedAutoRetry
import XCTest

/// The base class of the storefront's tests; it adopts the protocol, so every subclass can retry a step.
class StorefrontTestCase: XCTestCase, TargetedAutoRetry, StorefrontSteps {
  private(set) var storefront: Storefront!

  override func setUpWithError() throws {
    storefront = try .forTest(named: name)
  }

  override func tearDown() {
    storefront = nil
  }
}
