import Testing

@testable import TargetedAutoRetry

/// Durations that no clock reaches, meant as *for ever*.
@Suite struct DurationTests {
  static let knobs: [(name: String, policy: @Sendable (Duration) -> RetryPolicy)] = [
    ("conditionTimeout", { RetryPolicy(conditionTimeout: $0) }),
    ("pollingInterval", { RetryPolicy(conditionTimeout: .seconds(1), pollingInterval: $0) }),
    ("stableFor", { RetryPolicy(conditionTimeout: $0, pollingInterval: $0, stableFor: $0) }),
    ("attemptTimeLimit", { RetryPolicy(attemptTimeLimit: $0) }),
    ("timeLimit", { RetryPolicy(timeLimit: $0) }),
    ("delay", { RetryPolicy(delay: .constant($0), timeLimit: $0) }),
    ("factor and jitter", { RetryPolicy(delay: .exponential(from: $0, cap: $0, jitter: 1, seed: 1)) }),
  ]

  /// The most seconds that a duration has as its components, and the most that it holds.
  static let longest = [
    Duration.seconds(Int64.max), .seconds(Int64.max) * 18 + .seconds(4_120_486_797_083_267_205),
  ]

  @Test(arguments: knobs, longest)
  func `a policy may say the longest time there is`(
    knob: (name: String, policy: @Sendable (Duration) -> RetryPolicy),
    time: Duration
  ) async throws {
    for driver in DriverKind.allCases {
      var bench = Workbench()
      // The timer of an attempt never ends.
      if driver == .asynchronous, knob.name == "attemptTimeLimit" { bench.time.isStopped = true }
      bench.time.advance(by: .seconds(2))
      let checks = Checks(.throwing(Script.Broken(description: "broken")), .no, .yes)
      _ = try await bench.step(driver, checks, policy: knob.policy(time))
      #expect(bench.log.count > 1)
    }
  }
}
