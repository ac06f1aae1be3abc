import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func tap(_ element: XCUIElement, until other: XCUIElement) {
    autoRetry("Tap \(element)", within: .seconds(5)) {
      let isRetry = RetryAttempt.current?.number != 1
      let isReady = autoWait("Tappable", for: .seconds(5)) {
        (isRetry && other.exists) || element.isTappable
      }
      if isReady, !isRetry || !other.exists { element.tap() }
    } until: {
      other.isThere
    }
  }
}
