import TargetedAutoRetry
import Testing

/// Failures beside attempts, and the gate in a flaky scope, in Swift Testing; each name gives the expected colour.
@Suite struct OwnershipSuiteFixture: TargetedAutoRetry {
  @Test func redExhaustedBesideSlowStep() async {
    let isExhausted = Gate()
    async let slow = autoRetry(mainAction: { await isExhausted.wait() }, successCondition: { true })
    async let broken = autoRetry(mainAction: { await Task.yield() }, successCondition: { false }, retryAttempts: 1)
    _ = await broken
    await isExhausted.open()
    _ = await slow
  }

  @Test func redIssueInLateCheckThatIsCancelled() async {
    await Task {
      var looks = 0
      await autoRetry(
        mainAction: { await Task.yield() },
        successCondition: {
          looks += 1
          if looks == 2 {
            withUnsafeCurrentTask { $0?.cancel() }
            Issue.record("in the late check")
          }
          return looks == 2
        },
        policy: RetryPolicy(delay: .constant(.milliseconds(1)))
      )
    }.value
  }

  /// Recovers in each run, inside a flaky scope and another step.
  @Test(.flaky(.fixable(reason: "slow map"))) func gateRecovers() {
    flaky(.fixable(reason: "slow map")) {
      autoRetry(
        mainAction: {
          var attempts = 0
          autoRetry(mainAction: { attempts += 1 }, successCondition: { attempts == 2 }, actionDescription: "Inner")
        },
        successCondition: { true },
        actionDescription: "Outer"
      )
    }
  }
}
