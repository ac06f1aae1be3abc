import Testing

@testable import TargetedAutoRetry

@Suite struct PolicyTests {
  private class Base: TargetedAutoRetry {
    var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }
  }

  private final class Derived: Base {
    override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 2) }
  }

  private func attempts(of type: some TargetedAutoRetry, retryAttempts: Int? = nil, policy: RetryPolicy? = nil) -> Int {
    let bench = Workbench()
    var attempts = 0
    bench.run {
      type.autoRetry(
        mainAction: { attempts += 1 },
        successCondition: { false },
        retryAttempts: retryAttempts,
        policy: policy
      )
    }
    return attempts
  }

  @Test func `without a word the default policy allows three retries`() {
    #expect(attempts(of: Workbench()) == 4)
  }

  @Test func `a type can have a policy, and its subclass another`() {
    #expect(attempts(of: Base()) == 2)
    #expect(attempts(of: Derived()) == 3)
  }

  @Test func `the policy of a call beats that of the type, and its number of retries beats both`() {
    #expect(attempts(of: Base(), policy: RetryPolicy(retryAttempts: 4)) == 5)
    #expect(attempts(of: Base(), retryAttempts: 0, policy: RetryPolicy(retryAttempts: 4)) == 1)
  }

  @Test func `a policy for a scope beats that of the type, in helpers and inner steps too`() async {
    withRetryPolicy(RetryPolicy(retryAttempts: 0)) {
      #expect(attempts(of: Base()) == 1)
      #expect(attempts(of: Base(), policy: RetryPolicy(retryAttempts: 4)) == 5)
    }
    await withRetryPolicy(RetryPolicy(retryAttempts: 0)) {
      await Task.yield()
      #expect(attempts(of: Base()) == 1)
    }
    #expect(attempts(of: Base()) == 2)
  }

  @Test(
    arguments: [
      (RetryPolicy(retryAttempts: -1), "retryAttempts is -1, and must be 0 or more."),
      (RetryPolicy(conditionTimeout: .seconds(-1)), "conditionTimeout is -1.0 seconds, and must be 0 seconds or more."),
      (RetryPolicy(pollingInterval: .zero), "pollingInterval is 0.0 seconds, and must be more than 0 seconds."),
      (RetryPolicy(timeLimit: .seconds(-2)), "timeLimit is -2.0 seconds, and must be 0 seconds or more."),
      (RetryPolicy(delay: .constant(.seconds(-1))), "delay is -1.0 seconds, and must be 0 seconds or more."),
      (
        RetryPolicy(delay: .linear(from: .zero, increment: .seconds(-1))),
        "increment of the delay is -1.0 seconds, and must be 0 seconds or more."
      ),
      (
        RetryPolicy(delay: .exponential(from: .seconds(1), factor: 0.5)),
        "factor of the delay is 0.5, and must be 1 or more."
      ),
      (
        RetryPolicy(delay: .exponential(from: .seconds(1), factor: .nan)),
        "factor of the delay is nan, and must be 1 or more."
      ),
      (
        RetryPolicy(delay: .exponential(from: .seconds(1), cap: .seconds(-1))),
        "cap of the delay is -1.0 seconds, and must be 0 seconds or more."
      ),
      (
        RetryPolicy(delay: .exponential(from: .seconds(1), jitter: .fraction(1.5))),
        "jitter is 1.5, and must be 0 to 1."
      ),
    ] as [(RetryPolicy, String)]
  )
  func `a policy that makes no sense is one failure at the call, and nothing runs`(policy: RetryPolicy, text: String) {
    let bench = Workbench()
    let line: UInt = #line + 2
    let retries = bench.run {
      bench.autoRetry(
        mainAction: { Issue.record("must not run") },
        successCondition: { true },
        policy: policy
      )
    }
    #expect(retries > policy.retryAttempts && retries > 0)
    #expect(bench.failures.map(\.message) == ["Action: \(text) Nothing was run."])
    #expect(bench.failures.map(\.callSite.line) == [line])
  }
}
