import XCTest

final class CartUITests: BaseUITestCase {
  func testPages() {
    signInWithRetries()
    _ = HomePage(test: self).openAccount()
    CartPage(app: app).addWithRetries("Shoes").addWithRetries("Hat")
    closeBanner(of: app)
  }

  func testCartIsSynchronized() async throws {
    signInWithRetries()
    try await autoRetry(
      mainAction: { try await Server().addToCart("Shoes") },
      successCondition: { app.staticTexts["1 Shoes"].waitForExistence(timeout: 5) },
      actionDescription: "Add Shoes on Another Device"
    )
  }
}

/// Another device of the same customer.
struct Server {
  func addToCart(_ item: String) async throws {
    await MainActor.run { XCUIApplication().buttons["Add \(item)"].tap() }
  }
}
