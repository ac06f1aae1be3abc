// error: cannot find 'autoRetry' in scope
import TargetedAutoRetry
import XCTest

final class NotAdoptingTests: XCTestCase {
  func signInWithRetries() {
    autoRetry("Sign In") {
      XCTAssertTrue(true)
    }
  }
}
