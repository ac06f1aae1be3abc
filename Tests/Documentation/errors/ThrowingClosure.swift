// error: call can throw, but it is not marked with 'try' and the error is not handled
import TargetedAutoRetry
import XCTest

private func signIn() throws {}

final class ThrowingClosureTests: XCTestCase, TargetedAutoRetry {
  func signInWithRetries() {
    autoRetry(mainAction: signIn, successCondition: { true })
  }
}
