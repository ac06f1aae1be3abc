import Foundation
import TargetedAutoRetry
import XCTest

/// Facts about the run loop of the main thread in waits of steps.
final class RunLoopTests: FactTestCase {
  func testWaitOfAStep() {
    note(.blockInWait, if: runs(RunLoop.main.perform, during: waitInStep), "runs", else: "does not run")
    note(.queueInWait, if: runs(onQueue, during: waitInStep), "runs", else: "does not run")
  }

  private func waitInStep() {
    autoRetry(
      mainAction: {},
      successCondition: { false },
      actionDescription: "Wait",
      retryAttempts: 0,
      failTestOnFailure: false,
      policy: RetryPolicy(conditionTimeout: .milliseconds(200), pollingInterval: .milliseconds(20))
    )
  }

  private func onQueue(_ block: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: block) }

  /// Whether a block that was enqueued runs during the call.
  private func runs(_ handOver: (@escaping @Sendable () -> Void) -> Void, during deed: () -> Void) -> Bool {
    let ticks = Shared(0)
    handOver { ticks.withLock { $0 += 1 } }
    deed()
    return ticks.withLock { $0 > 0 }
  }
}
