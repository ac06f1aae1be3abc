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
  private let app = App()

  @MainActor func testAssertionsOnMainActor() async {
    let app = MainActorApp()
    await autoRetry(
      mainAction: {
        await app.launchSlowly()
        XCTAssertTrue(app.isRunning)
      },
      successCondition: { app.isRunning },
      resetSteps: escalating({ await app.reset() }, { await app.reset() })
    )
    XCTAssertEqual(app.launches, 2)
  }

  func testEscalatingMethods() throws {
    func giveUp() throws { throw CancellationError() }
    autoRetry(mainAction: app.launch, successCondition: app.isRunning, resetSteps: escalating(app.reset, app.launch))
    XCTAssertEqual(app.resets, 1)
    try autoRetry(mainAction: {}, successCondition: { true }, resetSteps: escalating(app.reset, giveUp))
  }
}
