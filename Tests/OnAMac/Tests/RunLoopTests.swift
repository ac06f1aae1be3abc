import Foundation
import TargetedAutoRetry
import XCTest

/// Facts about the run loop of the main thread in waits of steps.
final class RunLoopTests: FactTestCase {
  func testWaitOfAStep() {
    let ticks = Shared(0)
    RunLoop.main.perform { ticks.withLock { $0 += 1 } }
    autoRetry(
      mainAction: {},
      successCondition: { false },
      actionDescription: "Wait",
      retryAttempts: 0,
      failTestOnFailure: false,
      policy: RetryPolicy(conditionTimeout: .milliseconds(200), pollingInterval: .milliseconds(20))
    )
    note(.blockInWait, if: ticks.withLock { $0 } == 1, "runs", else: "does not run")
  }
}
