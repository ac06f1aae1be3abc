import Foundation
import Testing

@testable import TargetedAutoRetry

@Suite struct RehearsalTests {
  @Test func `a forced first failure makes matching steps run their reset`() {
    let bench = Workbench(variables: ["AUTO_RETRY_REHEARSE": "^Sign"])
    var (attempts, resets) = (0, 0)
    let retries = bench.run {
      bench.step("Launch", reset: { Issue.record("Launch does not match.") })
      return bench.step("Sign In", reset: { resets += 1 }) { attempts += 1 }
    }
    // It does not change what the call returns.
    #expect(retries == 0)
    #expect((attempts, resets) == (2, 1))
    #expect(
      bench.log.contains("♻️♻️♻️🔎 [CAUSE: 0] AUTO_RETRY_REHEARSE: the first attempt counts as failed.")
    )
    #expect(bench.failures.isEmpty)
  }

  @Test(arguments: [true, false], [true, false])
  func `a step that cannot run twice says that its reset failed`(resets: Bool, isNest: Bool) {
    let bench = Workbench(variables: ["AUTO_RETRY_REHEARSE": "^Pay$"])
    bench.run {
      let isFirst = { RetryAttempt.current?.number == 1 }
      bench.step("Pay", until: isFirst, reset: resets ? {} : nil) {
        if isNest, !isFirst() { bench.step("Tap", retries: 0, until: { false }) }
      }
    }
    let reason = resets ? "the reset steps did not undo it" : "it has no reset steps that undo it"
    let text = "The step had succeeded in its first attempt, and \(reason)."
    #expect(bench.failures.last?.message.components(separatedBy: text).count == 2)
    #expect(bench.log.last?.components(separatedBy: text).count == 2)
  }

  @Test(arguments: [(retries: 0, limit: 9), (3, 7)])
  func `a forced first failure leaves a step without a retry alone`(retries: Int, limit: Int) {
    let bench = Workbench(variables: ["AUTO_RETRY_REHEARSE": "Sign"])
    bench.run {
      bench.step(
        "Sign In",
        retries: retries,
        policy: RetryPolicy(timeLimit: .seconds(limit)),
        reset: { Issue.record("There is no way back.") }
      ) { bench.time.advance(by: .seconds(4)) }
    }
    #expect(bench.log == ["Sign In", "Wait for Success Condition for action: Sign In"])
    #expect(bench.failures.isEmpty)
  }

  @Test func `an attempt that fails anyway is not a forced failure`() {
    let variables = ["AUTO_RETRY_REHEARSE": "Sign", "AUTO_RETRY_FAIL_ON_RECOVERY": "1"]
    let bench = Workbench(variables: variables)
    #expect(bench.attempts(succeedsAt: 1) == 2)
    #expect(bench.failures.isEmpty)
    #expect(bench.attempts(succeedsAt: 2) == 2)
    #expect(bench.failures.map(\.message).filter { $0.contains("AUTO_RETRY_FAIL_ON_RECOVERY") }.count == 1)
    #expect(!bench.failures.map(\.message).joined().contains("AUTO_RETRY_REHEARSE"))
  }
}
