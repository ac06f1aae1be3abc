import TargetedAutoRetry
import XCTest

// Helpers that the documentation defines elsewhere.

extension TargetedAutoRetry where Self: XCTestCase {
  func launchWithRetries() {}
  func openAccountWithRetries() {}
}
