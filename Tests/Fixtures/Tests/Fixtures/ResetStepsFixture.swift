import TargetedAutoRetry
import XCTest

// Reset steps that throw.

private struct NoWayBack: Error {}

final class ResetStepsFixture: RetryableTestCase {
  func testThrows() throws {
    try step("Launch", until: { false }, reset: { throw NoWayBack() })  // reset steps threw
  }
}
