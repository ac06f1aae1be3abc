import TargetedAutoRetry
import XCTest

/// A team's base class, which overrides the policy and the recovery, and has subclasses.
class TeamTestCase: RetryableTestCase {
  override var retryPolicy: RetryPolicy {
    RetryPolicy(retryAttempts: 2, delay: .constant(.milliseconds(1))) { !($0 is CancellationError) }
  }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }
}

final class RetryableConsumers: TeamTestCase {
  @MainActor func testAssertionsOnMainActor() async {
    let app = MainActorApp()
    await autoRetry(
      mainAction: {
        await app.launchSlowly()
        XCTAssertTrue(app.isRunning)
      },
      successCondition: { app.isRunning },
      resetSteps: app.reset
    )
    XCTAssertEqual(app.launches, 2)
  }
}
