// error: extra trailing closure passed in call
import TargetedAutoRetry
import XCTest

final class ExtraClosureTests: XCTestCase, TargetedAutoRetry {
  func signIn() {
    autoRetry("Sign In") {
    } until: {
      true
    } resetSteps: {
    }
  }
}
