import XCTest

final class PermissionUITests: BaseUITestCase {
  override func setUp() async throws {
    _ = addUIInterruptionMonitor(withDescription: "Permission") { alert in
      alert.buttons["Allow"].tap()
      return true
    }
    try await super.setUp()
  }
}
