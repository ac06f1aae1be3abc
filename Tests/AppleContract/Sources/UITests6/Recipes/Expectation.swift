import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func openReceipt() {
    autoRetry(
      mainAction: app.buttons["Receipt"].tap,
      successCondition: {
        let isReady = XCTNSPredicateExpectation(
          predicate: NSPredicate(format: "exists == true AND enabled == true"),
          object: app.buttons["Share"]
        )
        return XCTWaiter.wait(for: [isReady], timeout: 5) == .completed
      },
      resetSteps: app.buttons["Back"].tap,
      actionDescription: "Open Receipt"
    )
  }
}
