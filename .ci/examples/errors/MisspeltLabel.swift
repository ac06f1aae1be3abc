// error: incorrect argument label in call (have '_:_:unitl:reset:', expected '_:mainAction:until:reset:')
import TargetedAutoRetry
import XCTest

final class MisspeltLabelTests: XCTestCase, TargetedAutoRetry {
  func signIn() {
    autoRetry("Sign In") {
    } unitl: {
      true
    } reset: {
    }
  }
}
