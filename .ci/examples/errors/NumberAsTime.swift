// error: cannot convert value of type 'Int' to expected argument type 'Duration'
import TargetedAutoRetry
import XCTest

final class NumberAsTimeTests: XCTestCase, TargetedAutoRetry {
  func signIn() {
    autoRetry("Sign In", within: 5) {
    } until: {
      true
    }
    autoWait("Signed In", timeout: 5) { true }
  }
}
