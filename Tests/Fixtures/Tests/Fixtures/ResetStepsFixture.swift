import TargetedAutoRetry
import XCTest

// Reset steps that throw.

private struct NoWayBack: Error {}

final class ResetStepsFixture: RetryableTestCase {
  func testThrows() throws {
    try step("Launch", until: { false }, reset: { throw NoWayBack() })  // reset steps threw
  }

  func testThrowsFromValueStep() throws {
    let reset = {
      try self.autoRetry("Reset", retryAttempts: 0, mainAction: {}, until: { _ in false })  // value step in reset steps
    }
    try step("Launch", until: { false }, reset: reset)
  }
}
