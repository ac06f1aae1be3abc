// error: 'async' call in a function that does not support concurrency
import TargetedAutoRetry
import XCTest

private func signIn() async {}

final class ClosureWithoutAwaitTests: XCTestCase, TargetedAutoRetry {
  func signInWithRetries() async {
    await autoRetry("Sign In") {
      signIn()
    } until: {
      true
    }
  }
}
