import TargetedAutoRetry
import Testing
import XCTest

// A page object that asserts in its initializer that its screen is there.

// before
@MainActor
struct CartScreen {
  let app: XCUIApplication

  init(_ app: XCUIApplication, file: StaticString = #filePath, line: UInt = #line) {
    self.app = app
    let title = app.navigationBars["Cart"]
    XCTAssertTrue(title.waitForExistence(timeout: 10), "The cart is not shown", file: file, line: line)
  }
}

// after
@MainActor
struct WaitingCartScreen: TargetedAutoRetry {
  let app: XCUIApplication

  init(_ app: XCUIApplication, file: StaticString = #filePath, line: UInt = #line) {
    self.app = app
    autoWait("Cart is shown", file: file, line: line) { app.navigationBars["Cart"].exists }
  }
}

// test
@Test(arguments: [(4, true), (11, false)])
func `a screen asserts that it is there`(seconds: Int, succeeds: Bool) async {
  let visits = await Comparison {
    let app = FakeApplication()
    app.after(.seconds(seconds)) { $0.elements = ["Cart"] }
    return app
  } before: {
    _ = CartScreen($0.app, line: 5)
  } after: {
    _ = WaitingCartScreen($0.app, line: 5)
  }
  visits.expect(succeeds, else: ("The cart is not shown", "Waited in vain for: Cart is shown."))
}
