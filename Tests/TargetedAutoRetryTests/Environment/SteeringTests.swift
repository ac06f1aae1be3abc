import Testing

@testable import TargetedAutoRetry

@Suite struct SteeringTests {
  @Test(
    arguments: [
      ([:], .max, 3, "Auto Retry failed 2 times for action: Action."),
      (["AUTO_RETRY_ATTEMPTS": "0"], .max, 3, "Auto Retry failed for action: Action."),
      (["AUTO_RETRY_ATTEMPTS": "5"], .max, 3, "Auto Retry failed 5 times for action: Action."),
      (["AUTO_RETRY_ATTEMPTS": "5"], 5, 2, "Action required 4 retry attempts before success."),
    ] as [([String: String], Int, Int, String)]
  )
  func `the returned number refers to the call's own maximum`(
    variables: [String: String],
    succeedsAt: Int,
    answer: Int,
    lastLine: String
  ) async {
    func succeeds() -> Bool { RetryAttempt.current?.number ?? 0 >= succeedsAt }
    let (bench, other) = (Workbench(variables: variables), Workbench(variables: variables))
    #expect(bench.run { bench.step(policy: RetryPolicy(retryAttempts: 2), until: succeeds) } == answer)
    #expect(await other.run { await other.stepLater(retries: 2, until: succeeds) { await Task.yield() } } == answer)
    for log in [bench.log, other.log] { #expect(log.last?.contains(lastLine) == true) }
  }

  @Test(arguments: [
    ("0", "1 attempt in 0 ms (AUTO_RETRY_ATTEMPTS)."), ("1", "2 attempts (the first and 1 retry) in 0 ms."),
  ])
  func `a failure names the variable that overrides the retries`(attempts: String, text: String) {
    let bench = Workbench(variables: ["AUTO_RETRY_ATTEMPTS": attempts])
    bench.run { bench.step("Open", retries: 1, until: { false }) }
    #expect(bench.failures.map(\.message).first?.contains(" Open failed: \(text) ") == true)
  }

  @Test func `a step whose call allows no retry has those of the variable`() {
    let bench = Workbench(variables: ["AUTO_RETRY_ATTEMPTS": "2"])
    #expect(bench.attempts(retryAttempts: 0) == 3)
  }

  @Test func `a negative number of a call is reported, not replaced`() {
    let bench = Workbench(variables: ["AUTO_RETRY_ATTEMPTS": "5"])
    #expect(bench.attempts(retryAttempts: -1) == 0)
    #expect(bench.failures.map(\.message) == ["Sign In: retryAttempts is -1, but must be 0 or more. Nothing was run."])
  }

  @Test func `a recovered step fails its test where the run says so`() {
    let bench = Workbench(variables: ["AUTO_RETRY_FAIL_ON_RECOVERY": "1"])
    #expect(bench.attempts(succeedsAt: 1) == 1)
    #expect(bench.failures.isEmpty)
    #expect(bench.attempts(succeedsAt: 2) == 2)
    #expect(
      bench.failures.map(\.message) == [
        "♻️♻️♻️✅ Sign In required 1 retry attempt before success. Recovered by retrying. "
          + "AUTO_RETRY_FAIL_ON_RECOVERY makes that a failure. 2 attempts in 0 ms. "
          + "Cause: The success condition was still false 0 ms after the action (checked once)."
      ]
    )
  }
}
