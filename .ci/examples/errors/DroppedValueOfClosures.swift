// error: value of type 'Bool' has no member 'tap'
import TargetedAutoRetry
import XCTest

private struct Page {
  func tap() {}
}

final class DroppedValueOfClosuresTests: XCTestCase, TargetedAutoRetry {
  func openPage() {
    let page = autoRetry("Open Page") {
      Page()
    } until: {
      true
    }
    page.tap()
  }
}
