import TargetedAutoRetry
import XCTest

// Helpers as the documentation has them elsewhere.

extension TargetedAutoRetry where Self: XCTestCase {
  func launchWithRetries(failTestOnFailure: Bool) {}
  func openAccountWithRetries(failTestOnFailure: Bool) {}
}
