import Testing

@testable import TargetedAutoRetry

@Suite struct PolicyTests {
  @Test func `a policy is carried into a callback, even without a step`() {
    let bench = Workbench()
    let retries = bench.run {
      let scope = withRetryPolicy(RetryPolicy(retryAttempts: 1)) { RetryScope.current }
      return scope.perform { bench.step(failsTest: false, until: { false }) }
    }
    #expect(retries == 2)
  }

  @Test func `the table below has every property`() {
    let policy = Property.all.reduce(into: RetryPolicy()) { $1.set(&$0, 0) }
    for child in Mirror(reflecting: policy).children {
      #expect("\(child.value)" != "nil", "no property of the table sets \(child.label ?? "")")
    }
  }

  /// Each property of each policy is set at random; it counts where it is set first.
  @Test func `every property comes from the innermost policy that has it`() async {
    for number in 0..<2_000 {
      let isSet = (1...4).map { level in
        Property.all.indices.map { "\(number) \(level) \($0)".stableHash < "8" }
      }
      let levels = isSet.enumerated().map { level, isSet in
        zip(Property.all, isSet).reduce(into: RetryPolicy()) { if $1.1 { $1.0.set(&$0, level) } }
      }
      let scopes = await withRetryPolicy(levels[2]) {
        await Task.yield()
        return withRetryPolicy(levels[1]) { StepEnvironment.current.policies }
      }
      let sum = StepPolicy(call: levels[0], scopes: scopes, type: levels[3])
      for (index, property) in Property.all.enumerated() {
        var innermost = RetryPolicy()
        if let level = isSet.firstIndex(where: { $0[index] }) { property.set(&innermost, level) }
        #expect(property.value(sum) == property.value(StepPolicy(call: innermost)))
      }
    }
  }

  private class BaseWithPolicy: TargetedAutoRetry {
    var retryPolicy: RetryPolicy { .default }
  }

  private final class Used: BaseWithPolicy {
    override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 0) }
  }

  private class BaseWithoutMembers: TargetedAutoRetry {}

  /// It compiles, but its members do not replace the defaults that its base class has from the protocol.
  private final class Unused: BaseWithoutMembers {
    var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 0) }

    func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .abort("no retry can help") }
  }

  @Test func `a member counts only if the class that adopts the protocol declares it`() {
    func attempts(of object: some TargetedAutoRetry) -> Int {
      var attempts = 0
      Workbench().run { object.step(failsTest: false, until: { false }) { attempts += 1 } }
      return attempts
    }
    #expect(attempts(of: Used()) == 1)
    #expect(attempts(of: Unused()) == 4)
  }

  @Test func `a call's policy does not apply to the steps inside`() {
    let bench = Workbench()
    let policies = [RetryPolicy(retryAttempts: 0, timeLimit: .seconds(3)), RetryPolicy(timeLimit: .seconds(60))]
    bench.run {
      bench.step("Check Out", policy: policies[0]) {
        bench.step("Pay", policy: policies[1], until: { false }) { bench.time.advance(by: .seconds(2)) }
      }
    }
    #expect(bench.failures.count == 1)
    let text = "3.0 s of the step around it, Check Out, set by the call, was reached after 2 attempts of action: Pay."
    #expect(bench.failures.first?.message.contains(text) == true)
  }

  @Test func `a policy sets nothing only if each value is nil`() {
    let policies = [
      RetryPolicy(retryAttempts: 1), RetryPolicy(delay: .zero), RetryPolicy(conditionTimeout: .zero),
      RetryPolicy(pollingInterval: .zero), RetryPolicy(stableFor: .zero), RetryPolicy(attemptTimeLimit: .zero),
      RetryPolicy(timeLimit: .zero), RetryPolicy(checksFirst: true), RetryPolicy(isRetryable: { _ in true }),
      RetryPolicy(because: .fixable(reason: "slow")), RetryPolicy(reportsRecovery: true),
    ]
    #expect(policies.allSatisfy { !$0.setsNothing } && RetryPolicy().setsNothing)
    let values = Mirror(reflecting: RetryPolicy()).children.filter {
      Mirror(reflecting: $0.value).displayStyle == .optional
    }
    #expect(values.count == policies.count)
  }

  @Test(arguments: [0.1, 1, 3])
  func `patience multiplies the time that a condition must stay true`(timeScale: Double) {
    let bench = Workbench(variables: ["AUTO_RETRY_PATIENCE": "\(timeScale)"])
    var checks = 0
    bench.run {
      _ = bench.autoWait("Banner stays", for: .seconds(2), stableFor: .seconds(2)) {
        checks += 1
        return checks != 2
      }
    }
    #expect(bench.failures.count == 1 && bench.time.timekeeper.now() == .seconds(2) * timeScale)
  }

  @Test(.retryPolicy(RetryPolicy(retryAttempts: 0, timeLimit: .seconds(3))))
  func `the limit of a trait is called by the name of the trait`() {
    let bench = Workbench()
    bench.run {
      bench.step("Check Out") {
        bench.step("Pay", policy: RetryPolicy(retryAttempts: 5), until: { false }) {
          bench.time.advance(by: .seconds(2))
        }
      }
    }
    #expect(
      bench.failures.first?.message.contains(
        "time limit of 3.0 s of the step around it, Check Out, set by .retryPolicy, was reached"
      ) == true
    )
  }

  @Test func `a limit of a scope and of a type are called by their names`() {
    struct Patient: TargetedAutoRetry {
      var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(2)) }
    }
    let bench = Workbench()
    bench.run {
      _ = Patient().step(until: { false })
      withRetryPolicy(RetryPolicy(conditionTimeout: .seconds(1))) {
        _ = Patient().step(until: { false })
      }
    }
    #expect(
      bench.failures.map { $0.message.split(separator: "Cause: ").last } == [
        "The success condition was false after 2.0 s (conditionTimeout of retryPolicy).",
        "The success condition was false after 1.0 s (conditionTimeout of withRetryPolicy).",
      ]
    )
  }

  @Test(arguments: [(0, 100), (20, 10), (100, 20), (300, 60), (500, 100), (5_000, 100)])
  func `a short time of staying true has several checks`(milliseconds: Int, pause: Int) {
    let policy = RetryPolicy(conditionTimeout: .seconds(9), stableFor: .milliseconds(milliseconds))
    #expect(StepPolicy(call: policy).pollingInterval == .milliseconds(pause))
    let set = StepPolicy(call: RetryPolicy(pollingInterval: .seconds(1)), type: policy)
    #expect(set.pollingInterval == .seconds(1))
  }

  @Test(
    arguments: [
      (RetryPolicy(retryAttempts: -1), "retryAttempts is -1, but must be 0 or more."),
      (
        RetryPolicy(conditionTimeout: .seconds(-1)),
        "within (conditionTimeout) is -1.0 seconds, but must be 0 seconds or more."
      ),
      (RetryPolicy(pollingInterval: .zero), "pollingInterval is 0.0 seconds, but must be more than 0 seconds."),
      (
        RetryPolicy(stableFor: .seconds(1)),
        "stableFor is 1.0 seconds, but must be used with within (conditionTimeout)."
      ),
      (RetryPolicy(stableFor: .seconds(-1)), "stableFor is -1.0 seconds, but must be 0 seconds or more."),
      (
        RetryPolicy(conditionTimeout: .seconds(1), stableFor: .seconds(2)),
        "stableFor is 2.0 seconds, but must be 1.0 seconds or less, the time of within (conditionTimeout)."
      ),
      (RetryPolicy(attemptTimeLimit: .zero), "attemptTimeLimit is 0.0 seconds, but must be more than 0 seconds."),
      (RetryPolicy(timeLimit: .seconds(-2)), "for (timeLimit) is -2.0 seconds, but must be 0 seconds or more."),
      (RetryPolicy(delay: .constant(.seconds(-1))), "delay is -1.0 seconds, but must be 0 seconds or more."),
      (
        RetryPolicy(delay: .exponential(from: .seconds(1), factor: 0.5)),
        "factor of the delay is 0.5, but must be 1 or more."
      ),
      (
        RetryPolicy(delay: .exponential(from: .seconds(1), factor: .nan)),
        "factor of the delay is nan, but must be 1 or more."
      ),
      (
        RetryPolicy(delay: .exponential(from: .seconds(1), cap: .seconds(-1))),
        "cap of the delay is -1.0 seconds, but must be 0 seconds or more."
      ),
      (
        RetryPolicy(delay: .exponential(from: .seconds(1), jitter: 1.5)),
        "jitter is 1.5, but must be 0 to 1."
      ),
      (
        RetryPolicy(because: .fixable(reason: " ")), "reason is \" \", but must be a text that says what is wrong."
      ),
      (
        RetryPolicy(because: .fixable(reason: "x", expires: "soon")),
        "expires is \"soon\", but must be a date with a year of four digits, such as 2027-03-31."
      ),
    ] as [(RetryPolicy, String)]
  )
  func `an invalid policy is one failure, and nothing runs`(policy: RetryPolicy, text: String) {
    for bench in [Workbench(), Workbench(isQuiet: true)] {
      let line: UInt = #line + 2
      let retries = bench.run {
        bench.step(policy: policy) { Issue.record("must not run") }
      }
      #expect(retries > policy.retryAttempts ?? 0 && retries > 0)
      #expect(bench.failures.map(\.message) == ["Action: \(text) Nothing was run."])
      #expect(bench.failures.map(\.line) == [Int(line)])
    }
  }
}

/// A property of a policy, with a value of its own for each level.
private struct Property: Sendable {
  let set: @Sendable (inout RetryPolicy, Int) -> Void
  let value: @Sendable (StepPolicy) -> String

  static let all = [
    Property(set: { $0.retryAttempts = $1 + 4 }, value: { "\($0.retryAttempts)" }),
    Property(set: { $0.delay = .constant(.seconds($1 + 1)) }, value: { "\($0.delay.from)" }),
    Property(set: { $0.conditionTimeout = .seconds($1 + 4) }, value: { "\($0.conditionTimeout)" }),
    Property(set: { $0.pollingInterval = .seconds($1 + 1) }, value: { "\($0.pollingInterval)" }),
    Property(set: { $0.checksFirst = $1 % 2 == 0 }, value: { "\($0.checksFirst)" }),
    Property(set: { $0.stableFor = .seconds($1 + 1) }, value: { "\($0.stableFor)" }),
    Property(set: { $0.attemptTimeLimit = .seconds($1 + 1) }, value: { "\($0.attemptTimeLimit ?? .zero)" }),
    Property(set: { $0.timeLimit = .seconds($1 + 1) }, value: { "\($0.timeLimit ?? .zero)" }),
    Property(
      set: { policy, level in policy.isRetryable = { _ in level % 2 == 0 } },
      value: { "\($0.isRetryable?(NotYet()) ?? true)" }
    ),
    Property(set: { $0.because = .fixable(reason: "\($1)") }, value: { $0.flakiness?.reason ?? "" }),
    Property(set: { $0.reportsRecovery = $1 % 2 == 0 }, value: { "\($0.reportsRecovery)" }),
  ]
}
