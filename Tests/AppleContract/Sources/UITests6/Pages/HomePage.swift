import TargetedAutoRetry
import XCTest

@MainActor
struct HomePage {
  let test: BaseUITestCase

  func openAccount(
    file: StaticString = #filePath,
    line: UInt = #line
  ) -> AccountPage {
    let app = test.app
    test.autoRetry(
      "Open Account",
      within: .seconds(5),
      file: file,
      line: line
    ) {
      app.buttons["Account"].tap()
    } until: {
      app.staticTexts["Ada"].isThere
    }
    return AccountPage(test: test)
  }
}
