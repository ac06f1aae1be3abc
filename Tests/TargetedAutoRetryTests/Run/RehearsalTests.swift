import Testing

@testable import TargetedAutoRetry

@Suite struct RehearsalTests {
  @Test func `a forced first failure fails the first attempt of steps that match, so that their reset steps run`() {
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

  @Test(arguments: [["AUTO_RETRY_ATTEMPTS": "0"], [:]])
  func `a forced first failure leaves a step without a retry alone`(variables: [String: String]) {
    let bench = Workbench(variables: ["AUTO_RETRY_REHEARSE": "Sign"].merging(variables) { $1 })
    bench.run {
      bench.step(
        "Sign In",
        policy: variables.isEmpty ? RetryPolicy(timeLimit: .seconds(7)) : nil,
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
