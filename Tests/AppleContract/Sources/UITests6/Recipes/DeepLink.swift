import Foundation
import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func open(_ link: URL, showing element: XCUIElement) {
    autoRetry(
      mainAction: { app.open(link) },
      successCondition: { element.waitForExistence(timeout: 10) },
      resetSteps: app.terminate,
      actionDescription: "Open \(link.absoluteString)"
    )
  }
}
