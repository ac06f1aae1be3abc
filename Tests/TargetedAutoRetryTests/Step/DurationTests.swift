import Foundation
import Testing

@testable import TargetedAutoRetry

/// Durations that no clock reaches, meant as *for ever*.
@Suite struct DurationTests {
  struct Knob: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let policy: @Sendable (Duration) -> RetryPolicy
  }

  static let knobs = [
    Knob(testDescription: "conditionTimeout") { RetryPolicy(conditionTimeout: $0) },
    Knob(testDescription: "pollingInterval") { RetryPolicy(conditionTimeout: .seconds(1), pollingInterval: $0) },
    Knob(testDescription: "stableFor") { RetryPolicy(conditionTimeout: $0, pollingInterval: $0, stableFor: $0) },
    Knob(testDescription: "attemptTimeLimit") { RetryPolicy(attemptTimeLimit: $0) },
    Knob(testDescription: "timeLimit") { RetryPolicy(timeLimit: $0) },
    Knob(testDescription: "delay") { RetryPolicy(delay: .constant($0), timeLimit: $0) },
    Knob(testDescription: "increment") { RetryPolicy(delay: .linear(from: $0, increment: $0)) },
    Knob(testDescription: "factor and jitter") { long in
      RetryPolicy(delay: .exponential(from: long, cap: long, jitter: .fraction(1, seed: 1)))
    },
  ]

  /// The most seconds that a duration has as its components, and the most that it holds.
  static let longest = [
    Duration.seconds(Int64.max), .seconds(Int64.max) * 18 + .seconds(4_120_486_797_083_267_205),
  ]

  /// A step whose first attempt fails in an action that takes a while, and whose condition is true at its second look.
  private final class Looks {
    let bench: Workbench
    private var looks = 0

    init(_ bench: Workbench) {
      self.bench = bench
    }

    func mainAction() throws {
      bench.time.advance(by: .seconds(2))
      if RetryAttempt.current?.number == 1 { throw Script.Broken(description: "broken") }
      looks = 0
    }

    func successCondition() -> Bool {
      looks += 1
      return looks >= 2
    }
  }

  /// The records of the events, whose rows have times.
  private func write(_ bench: Workbench) throws -> [String] {
    try withTemporaryFolder { folder in
      let file = RecordFile(directory: folder.path, process: .sample(), timekeeper: bench.time.timekeeper)
      for event in bench.events { file.receive(event) }
      return try Row.rows(in: folder).rows.map { $0["kind"] }
    }
  }

  @Test(arguments: knobs, longest)
  func `a policy may say the longest time there is`(knob: Knob, time: Duration) throws {
    let bench = Workbench()
    let looks = Looks(bench)
    try bench.run {
      _ = try bench.autoRetry(
        mainAction: { try looks.mainAction() },
        successCondition: { looks.successCondition() },
        failTestOnFailure: false,
        policy: knob.policy(time)
      )
    }
    #expect(bench.log.count > 1)
    #expect(try write(bench).last == "step")
  }

  @Test(arguments: knobs, longest)
  func `a policy may say the longest time there is, also for an asynchronous step`(knob: Knob, time: Duration)
    async throws
  {
    var bench = Workbench()
    // The timer of an attempt never ends.
    if knob.testDescription == "attemptTimeLimit" { bench.time.isStopped = true }
    let looks = Looks(bench)
    try await bench.run {
      _ = try await bench.autoRetry(
        mainAction: { () async throws in try looks.mainAction() },
        successCondition: { () async in looks.successCondition() },
        failTestOnFailure: false,
        policy: knob.policy(time)
      )
    }
    #expect(bench.log.count > 1)
    #expect(try write(bench).last == "step")
  }

  @Test(arguments: longest)
  func `a time of more than a billion seconds counts as so many`(time: Duration) {
    let policy = StepPolicy(
      RetryPolicy(
        delay: .constant(time),
        conditionTimeout: time,
        pollingInterval: time,
        stableFor: time,
        attemptTimeLimit: time,
        timeLimit: time
      )
    )
    let times = [
      policy.plan.delay.duration(beforeRetry: 1, seed: 0), policy.plan.conditionTimeout, policy.plan.pollingInterval,
      policy.plan.stableFor, policy.attemptTimeLimit, policy.timeLimit,
    ]
    #expect(times == Array(repeating: .seconds(1_000_000_000), count: 6))
    #expect(policy.problem == nil)
  }

  @Test(arguments: longest)
  func `a row of a clock that has run for ever says the latest time there is`(time: Duration) throws {
    let bench = Workbench()
    bench.run {
      _ = bench.autoRetry(mainAction: { bench.time.advance(by: time) }, successCondition: { true })
    }
    try withTemporaryFolder { folder in
      let file = RecordFile(directory: folder.path, process: .sample(), timekeeper: bench.time.timekeeper)
      for event in bench.events { file.receive(event) }
      let row = try #require(try Row.rows(in: folder).rows.last)
      #expect(row["duration_ms"] == "9223372036854775807")
      #expect(row["ts_ms"] == "9223372036854775807")
    }
  }
}
