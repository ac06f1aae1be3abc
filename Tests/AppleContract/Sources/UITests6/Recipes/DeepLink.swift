import Foundation
import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func open(_ link: URL, showing element: XCUIElement) {
    autoRetry("Open Link", within: .seconds(10)) {
      app.open(link)
    } until: {
      element.isThere
    } reset: {
      app.terminate()
    }
  }
}
