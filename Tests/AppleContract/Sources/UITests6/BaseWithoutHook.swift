import TargetedAutoRetry
import XCTest

@MainActor
class BaseTestCase: XCTestCase, TargetedAutoRetry {
  let app = XCUIApplication()
}
