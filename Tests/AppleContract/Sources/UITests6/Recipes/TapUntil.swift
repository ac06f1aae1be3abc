import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func tap(_ element: XCUIElement, until other: XCUIElement) {
    autoRetry("Tap \(element)", within: .seconds(5)) {
      let isReady = autoWait("Tappable", for: .seconds(5)) {
        other.exists || element.isTappable
      }
      if isReady, !other.exists { element.tap() }
    } until: {
      other.isThere
    }
  }
}
