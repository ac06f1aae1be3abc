import Foundation
import TargetedAutoRetry
import Testing

/// A step that runs while Swift Testing makes its plan, before any test.
struct Plan: TargetedAutoRetry {
  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    attempt.actionDescription == "Crash" ? .abort("the app crashed") : .retry
  }

  static func ids() -> [Int] { isReady() ? [1] : [] }

  static func isReady() -> Bool {
    let plan = Plan()
    switch ProcessInfo.processInfo.environment["FIXTURE_STEP"] {
    case "exhausted": plan.step(retries: 0, until: { false })  // planned: exhausted
    case "assertion": plan.step(retries: 1, failsTest: false, until: { false }) { plan.expectRetry() }
    case "last assertion": plan.step(retries: 0, failsTest: false) { plan.expectRetry() }
    case "forgiven": plan.step(retries: 1) { plan.expectRetry() }
    case "wait": plan.autoWait("Wait", for: .milliseconds(1)) { false }  // planned: wait
    case "abort": plan.step("Crash", until: { false })  // planned: abort
    case "recovery": plan.step(until: { RetryAttempt.current?.number == 2 })  // planned: recovery
    case "complaint": plan.step()  // planned: complaint
    case "expected": withKnownIssue { plan.step(retries: 0, until: { false }) }
    case "expected complaint":
      withKnownIssue(isIntermittent: true) {
        plan.step()  // planned: expected complaint
      }
    default: break
    }
    return true
  }

  private func expectRetry() {
    #expect(RetryAttempt.current?.number == 2)  // planned: assertion
  }
}

struct PlanTrait: TestTrait {
  func prepare(for test: Test) async throws { _ = Plan.isReady() }
}

@Suite struct PlanFixture {
  @Test(arguments: Plan.ids()) func arguments(id: Int) {}

  @Test(.enabled(if: Plan.isReady())) func condition() {}

  @Test(.enabled { Plan.isReady() }) func closure() {}

  @Test(PlanTrait()) func trait() {}
}
