import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func launch(
    showing element: XCUIElement,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    autoRetry("Launch", within: .seconds(10), file: file, line: line) {
      app.launch()
    } until: {
      element.isThere
    } reset: {
      app.terminate()
    }
  }
}
