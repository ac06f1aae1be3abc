import TargetedAutoRetry
import Testing

/// Failures beside attempts, and the gate in a flaky scope, in Swift Testing; each name gives the expected colour.
@Suite struct OwnershipSuiteFixture: TargetedAutoRetry {
  @Test func redIssueInLateCheckThatIsCancelled() async {
    await Task {
      var looks = 0
      await stepLater(
        policy: RetryPolicy(delay: .constant(.milliseconds(1))),
        until: {
          looks += 1
          if looks == 2 {
            withUnsafeCurrentTask { $0?.cancel() }
            Issue.record("in the late check")
          }
          return looks == 2
        }
      ) {}
    }.value
  }

  /// Recovers in each run, inside a flaky scope and another step.
  @Test(.flaky(.fixable(reason: "slow map"))) func gateRecovers() {
    flaky(.fixable(reason: "slow map")) {
      step("Outer") {
        var attempts = 0
        step("Inner", until: { attempts == 2 }) { attempts += 1 }
      }
    }
  }
}
