// error: value of type 'Bool' has no member 'name'
import TargetedAutoRetry
import XCTest

private struct Account {
  let name = "Ada"
}

final class LoadingTests: RetryableTestCase {
  private func loadAccount() -> Account { Account() }
  private func isSignedIn() -> Bool { true }

  func testName() {
    let account = autoRetry("Load Account") {
      loadAccount()
    } until: {
      isSignedIn()
    }
    XCTAssertEqual(account.name, "Ada")
  }
}
