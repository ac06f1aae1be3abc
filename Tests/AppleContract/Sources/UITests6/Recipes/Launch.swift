import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func launch(
    showing element: XCUIElement,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    autoRetry(
      mainAction: app.launch,
      successCondition: { element.waitForExistence(timeout: 10) },
      resetSteps: app.terminate,
      actionDescription: "Launch",
      file: file,
      line: line
    )
  }
}
