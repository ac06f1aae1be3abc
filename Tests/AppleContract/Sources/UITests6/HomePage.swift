import TargetedAutoRetry
import XCTest

@MainActor
struct HomePage {
  let test: BaseUITestCase

  func openAccount(
    file: StaticString = #filePath,
    line: UInt = #line
  ) -> AccountPage {
    test.autoRetry(
      mainAction: test.app.buttons["Account"].tap,
      successCondition: {
        test.app.staticTexts["Ada"].waitForExistence(timeout: 5)
      },
      actionDescription: "Open Account",
      file: file,
      line: line
    )
    return AccountPage(test: test)
  }
}
