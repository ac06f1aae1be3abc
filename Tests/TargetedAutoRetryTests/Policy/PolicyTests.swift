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

  @Test func `a policy is carried into a callback, also where no step is around`() {
    let bench = Workbench()
    let retries = bench.run {
      let scope = withRetryPolicy(RetryPolicy(retryAttempts: 1)) { RetryScope.current }
      return scope.perform {
        bench.autoRetry(mainAction: {}, successCondition: { false }, failTestOnFailure: false)
      }
    }
    #expect(retries == 2)
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

  @Test func `a value that a policy leaves open comes from the next one out`() {
    struct Patient: TargetedAutoRetry {
      var retryPolicy: RetryPolicy { RetryPolicy(delay: .constant(.seconds(1)), conditionTimeout: .seconds(2)) }
    }
    #expect(!RetryPolicy(delay: .zero).saysNothing)
    let bench = Workbench()
    bench.run {
      withRetryPolicy(RetryPolicy(retryAttempts: 5, pollingInterval: .seconds(2))) {
        withRetryPolicy(RetryPolicy(retryAttempts: 1)) {
          _ = Patient().autoRetry(
            mainAction: {},
            successCondition: { false },
            failTestOnFailure: false,
            policy: RetryPolicy(conditionTimeout: .seconds(4))
          )
        }
      }
    }
    #expect(bench.time.waits == [.seconds(2), .seconds(2), .seconds(1), .seconds(2), .seconds(2)])
  }

  /// Each property of each policy is set at random; the oracle finds the first that is set.
  @Test func `every property comes from the innermost policy that has it`() async {
    var random = SeededNumbers(seed: 12)
    for _ in 0..<2_000 {
      let levels = (1...4).map { PolicySample(level: $0, bits: random.next()) }
      let scope = withRetryPolicy(levels[2].policy) {
        withRetryPolicy(levels[1].policy) { Surroundings.current.policy }
      }
      let sum = StepPolicy.sum(ofCall: levels[0].policy, scope: scope, type: levels[3].policy)
      #expect(PolicySample.values(sum ?? StepPolicy()) == PolicySample.expected(levels))
    }
  }

  @Test func `a step inside does not inherit the policy of a call, and its limit cannot lift that of the step around`()
  {
    let bench = Workbench()
    let policies = [RetryPolicy(retryAttempts: 0, timeLimit: .seconds(3)), RetryPolicy(timeLimit: .seconds(60))]
    bench.run {
      bench.autoRetry(
        mainAction: {
          bench.autoRetry(
            mainAction: { bench.time.advance(by: .seconds(2)) },
            successCondition: { false },
            actionDescription: "Pay",
            policy: policies[1]
          )
        },
        successCondition: { true },
        actionDescription: "Check Out",
        policy: policies[0]
      )
    }
    #expect(bench.failures.count == 1)
    #expect(
      bench.failures.first?.message.hasPrefix(
        "♻️♻️♻️❌ [FAIL] The time limit of 3.0 s of the step around it, Check Out, set by the call, was over after "
          + "2 attempts of action: Pay."
      ) == true
    )
  }

  @Test(
    arguments: [
      (
        RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(2)),
        "Pay failed: 1 attempt in 2.0 s. "
          + "Cause: The success condition was false after 2.0 s (conditionTimeout of the call)."
      ),
      (
        RetryPolicy(conditionTimeout: .seconds(9), timeLimit: .seconds(2)),
        "The time limit of 2.0 s, set by the call, was over after 1 attempt of action: Pay. "
          + "No more retries will be attempted. 1 attempt in 2.0 s. "
          + "Cause: The success condition was false after 2.0 s (time limit of 2.0 s, set by the call)."
      ),
      (
        RetryPolicy(delay: .constant(.seconds(5)), timeLimit: .seconds(4)),
        "The time limit of 4.0 s, set by the call, leaves no time for a wait of 5.0 s after 1 attempt of action: Pay. "
          + "No more retries will be attempted. 1 attempt in 0 ms. "
          + "Cause: The success condition was false after 0 ms."
      ),
      (
        RetryPolicy(timeLimit: .zero),
        "The time limit of 0 ms, set by the call, was over before the first attempt of action: Pay. "
          + "No more retries will be attempted."
      ),
    ] as [(RetryPolicy, String)]
  )
  func `a failure says which limit ended the step, and who had set it`(policy: RetryPolicy, text: String) {
    let bench = Workbench()
    bench.run {
      bench.autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Pay", policy: policy)
    }
    #expect(bench.failures.map(\.message) == ["♻️♻️♻️❌ [FAIL] " + text])
  }

  @Test func `a limit of a scope and of a type are called by their names`() {
    struct Patient: TargetedAutoRetry {
      var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(2)) }
    }
    let bench = Workbench()
    bench.run {
      _ = Patient().autoRetry(mainAction: {}, successCondition: { false })
      withRetryPolicy(RetryPolicy(conditionTimeout: .seconds(1))) {
        _ = Patient().autoRetry(mainAction: {}, successCondition: { false })
      }
    }
    #expect(
      bench.failures.map { $0.message.split(separator: "Cause: ").last } == [
        "The success condition was false after 2.0 s (conditionTimeout of retryPolicy).",
        "The success condition was false after 1.0 s (conditionTimeout of withRetryPolicy).",
      ]
    )
  }

  @Test(
    arguments: [
      (RetryPolicy(retryAttempts: -1), "retryAttempts is -1, and must be 0 or more."),
      (RetryPolicy(conditionTimeout: .seconds(-1)), "conditionTimeout is -1.0 seconds, and must be 0 seconds or more."),
      (RetryPolicy(pollingInterval: .zero), "pollingInterval is 0.0 seconds, and must be more than 0 seconds."),
      (RetryPolicy(stableFor: .seconds(-1)), "stableFor is -1.0 seconds, and must be 0 seconds or more."),
      (
        RetryPolicy(conditionTimeout: .seconds(1), stableFor: .seconds(2)),
        "stableFor is 2.0 seconds, and must be conditionTimeout, which is 1.0 seconds, or less."
      ),
      (RetryPolicy(attemptTimeLimit: .zero), "attemptTimeLimit is 0.0 seconds, and must be more than 0 seconds."),
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
    #expect(retries > policy.retryAttempts ?? 0 && retries > 0)
    #expect(bench.failures.map(\.message) == ["Action: \(text) Nothing was run."])
    #expect(bench.failures.map(\.callSite.line) == [line])
  }
}

/// A policy with some of its properties; the values identify the level.
private struct PolicySample {
  private struct Refused: Error {}

  let level: Int
  let bits: UInt64

  private func has(_ property: UInt64) -> Bool { bits >> property & 1 == 1 }

  var policy: RetryPolicy {
    let number = level
    let time = Duration.seconds(number)
    let isEven = number % 2 == 0
    var policy = RetryPolicy()
    if has(0) { policy.retryAttempts = number }
    if has(1) { policy.delay = .constant(time) }
    if has(2) { policy.conditionTimeout = time }
    if has(3) { policy.pollingInterval = time }
    if has(4) { policy.timeLimit = time }
    if has(5) { policy.isRetryable = { _ in isEven } }
    if has(6) { policy.reportsRecovery = isEven }
    if has(7) { policy.stableFor = time }
    if has(8) { policy.attemptTimeLimit = time }
    return policy
  }

  static func values(_ sum: StepPolicy) -> [String] {
    let plan = sum.plan
    return [
      "\(plan.retryAttempts)", "\(plan.delay.from)", "\(plan.conditionTimeout)", "\(plan.pollingInterval)",
      sum.timeLimit.map { "\($0)" } ?? "", "\(sum.isRetryable(Refused()))", "\(sum.reportsRecovery)",
      "\(plan.stableFor)", sum.attemptTimeLimit.map { "\($0)" } ?? "",
    ]
  }

  static func expected(_ levels: [PolicySample]) -> [String] {
    func first(_ property: UInt64) -> Int? { levels.first { $0.has(property) }?.level }
    func seconds(_ property: UInt64) -> String? { first(property).map { "\($0).0 seconds" } }
    return [
      "\(first(0) ?? 3)", seconds(1) ?? "0.0 seconds", seconds(2) ?? "0.0 seconds", seconds(3) ?? "0.1 seconds",
      seconds(4) ?? "", "\(first(5).map { $0 % 2 == 0 } ?? true)", "\(first(6).map { $0 % 2 == 0 } ?? true)",
      seconds(7) ?? "0.0 seconds", seconds(8) ?? "",
    ]
  }
}
