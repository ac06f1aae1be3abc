// error: 'async' call in a function that does not support concurrency
import TargetedAutoRetry
import XCTest

private func signIn() async {}

final class AwaitingClosureTests: XCTestCase, TargetedAutoRetry {
  func signInWithRetries() {
    autoRetry(mainAction: signIn, successCondition: { true })
  }
}
