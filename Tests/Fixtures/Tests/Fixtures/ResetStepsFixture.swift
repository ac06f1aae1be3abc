import TargetedAutoRetry
import Testing
import XCTest

// Reset steps that throw.

private struct NoWayBack: Error {}

final class ResetStepsFixture: RetryableTestCase {
  func testThrows() throws {
    try autoRetry(  // reset steps threw
      mainAction: {},
      successCondition: { false },
      resetSteps: { throw NoWayBack() },
      actionDescription: "Launch"
    )
  }

  func testThrowsFromValueStep() throws {
    try autoRetry(  // reset steps with a value step threw
      mainAction: {},
      successCondition: { false },
      resetSteps: { try autoRetry("Reset", retryAttempts: 0, mainAction: {}, until: { _ in false }) },
      actionDescription: "Launch"
    )
  }

  func testThrowsAfterAnotherStep() throws {
    _ = try? autoRetry(
      mainAction: {},
      successCondition: { false },
      resetSteps: { throw NoWayBack() },
      actionDescription: "Other"
    )
    throw NoWayBack()
  }
}

final class PlainResetStepsFixture: FixtureTestCase {
  func testThrows() throws {
    try autoRetry(  // plain reset steps threw
      mainAction: {},
      successCondition: { false },
      resetSteps: { throw NoWayBack() },
      actionDescription: "Launch"
    )
  }

  func testThrowsFromValueStep() throws {
    _ = try autoRetry("Load", retryAttempts: 0, mainAction: {}, until: { _ in false })  // plain value step
  }
}

@Suite struct ResetStepsSuiteFixture: TargetedAutoRetry {
  @Test func resetStepsThrow() throws {
    try autoRetry(  // reset steps threw in a suite
      mainAction: {},
      successCondition: { false },
      resetSteps: { throw NoWayBack() },
      actionDescription: "Launch"
    )
  }
}
