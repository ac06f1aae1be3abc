import TargetedAutoRetry
import XCTest

// Helpers that the documentation defines elsewhere.

extension TargetedAutoRetry where Self: XCTestCase {
  func launchWithRetries(failTestOnFailure: Bool) {}
  func openAccountWithRetries(failTestOnFailure: Bool) {}
}
