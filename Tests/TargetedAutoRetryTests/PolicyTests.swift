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
}
