// error: value of type 'Int' has no member 'tap'
import TargetedAutoRetry
import XCTest

private struct Page {
  func tap() {}
}

final class DroppedValueTests: XCTestCase, TargetedAutoRetry {
  func openPage() {
    let page = autoRetry(mainAction: { Page() }, successCondition: { true })
    page.tap()
  }
}
