// error: expected 'else' after 'guard' condition
import TargetedAutoRetry
import XCTest

final class GuardedStepTests: XCTestCase, TargetedAutoRetry {
  func testGuarded() {
    guard autoRetry("Sign In") { true } until: { true } else { return }
  }
}
