import Testing

@testable import TargetedAutoRetry

/// The time passes only while an attempt hangs, and in pauses.
@Suite struct AttemptTimeLimitTests {
  private static let policy = RetryPolicy(attemptTimeLimit: .seconds(5))

  @TaskLocal private static var value = 0

  private let bench = Workbench(time: FakeTime(endsLimits: true))

  private func hang(_ limit: Duration = .seconds(5)) async throws { try await bench.time.hang(limit) }

  /// Outside Swift Testing, which would keep the issues and so act as a sink.
  @Test(arguments: [true, false])
  func `an attempt that hangs is canceled, and the step continues`(isQuiet: Bool) async throws {
    var bench = bench
    bench.isQuiet = isQuiet
    let attempts = try await Task.detached { [bench] in
      try await bench.run { () async throws -> Int in
        var attempts = 0
        let retries = try await bench.stepLater("Load", policy: Self.policy) {
          attempts += 1
          if attempts == 1 { try await hang() }
        }
        #expect(retries == 1)
        return attempts
      }
    }.value
    #expect(attempts == 2)
    if isQuiet { return }
    // Outside any test the log says that no policy of a test is known.
    let log = bench.log.filter { !$0.contains("[HINT]") }
    try #require(log.count > 2)
    #expect(log[1].hasPrefix("♻️♻️♻️ [RETRY INFO: 0] Load Attempt Unsuccessful."))
    #expect(log[2] == "♻️♻️♻️🔎 [CAUSE: 0] Timed out after 5.0 s (attemptTimeLimit of the call).")
    #expect(!bench.summary.contains { $0.hasPrefix("late check") })
    #expect(bench.summary.last == "recovered 1 by retrying")
  }

  @Test func `a policy that retries no error retries limits and rejected values`() async throws {
    let policy = RetryPolicy(attemptTimeLimit: .seconds(5), isRetryable: { _ in false })
    var attempts = 0
    let value = try await bench.run { () async throws -> Int in
      try await bench.autoRetry("Load", policy: policy) {
        attempts += 1
        if attempts == 1 { try await hang() }
        return attempts
      } until: {
        $0 == 3
      }
    }
    #expect(value == 3)
    #expect(bench.summary.filter { $0.hasPrefix("failed") } == ["failed 1, retrying", "failed 2, retrying"])
  }

  @Test func `the answer of a check that a limit has cut is ignored`() async {
    let policy = RetryPolicy(retryAttempts: 1, conditionTimeout: .seconds(5))
    var checks = 0
    let isSuccess = await bench.run { () async -> Bool in
      await bench.autoRetry("Load", policy: policy) {
      } until: {
        checks += 1
        // A wait that is canceled returns early, and proves nothing.
        if checks == 1 { try? await hang() }
        return checks == 1
      }
    }
    #expect(!isSuccess)
    #expect(bench.summary.filter { $0.hasPrefix("failed") }.first == "failed 1, retrying")
  }

  /// An alarm that rings when it is canceled, as one that rings in that moment may.
  @Test func `a limit that is reached as the closure returns is not exceeded`() async throws {
    var timekeeper = bench.time.timekeeper
    timekeeper.setAlarm = { _, ring in ring }
    let limit = TimeLimit(.attemptTimeLimit, .seconds(5), from: .zero)
    @Sendable func fail() { Issue.record("The limit was not reached.") }
    try await limit.enforce(timekeeper, nil, {}, reached: fail, canceling: { $0() }, hint: fail)
  }

  @Test func `a closure that returned in time leaves no alarm`() async {
    await bench.run { await bench.stepLater(policy: Self.policy) { await Task.yield() } }
    #expect(bench.time.pendingAlarms == 0)
  }

  @Test func `after a canceled first check the action does not run`() async {
    var checks = 0
    await bench.run {
      await bench.stepLater(
        policy: RetryPolicy(checksFirst: true, attemptTimeLimit: .seconds(5)),
        until: {
          checks += 1
          if checks == 1 { try? await hang() }
          return checks > 2
        }
      ) {}
    }
    #expect(bench.summary.filter { $0.hasPrefix("action") } == ["action 2"])
    #expect(bench.summary.last == "recovered 1 by retrying")
  }

  @Test func `a limited attempt keeps its task-local values and its test`() async throws {
    await Self.$value.withValue(7) {
      await bench.run {
        await bench.stepLater(policy: Self.policy) {
          await Task.yield()
          #expect(!Task.isCancelled)
          #expect(Self.value == 7)
          #expect(Test.current?.name.contains("keeps its task-local values") == true)
          #expect(RetryAttempt.current?.number == 1)
          withRetryPolicy(RetryPolicy(retryAttempts: 0)) {
            _ = bench.step("Inner")
          }
        }
      }
    }
    #expect(bench.summary.contains("    action 1"))
    #expect(bench.summary.last == "passed 0")
  }

  @Test func `an error caused by the cancellation is not the app's answer`() async throws {
    struct Cancelled: Error {}
    var attempts = 0
    let value = try await bench.run {
      try await bench.autoRetry(
        "Load",
        policy: RetryPolicy(attemptTimeLimit: .seconds(5), isRetryable: { _ in false })
      ) {
        attempts += 1
        if attempts > 1 { return attempts }
        do { try await hang() } catch { throw Cancelled() }
        return 0
      }
    }
    #expect(value == 2)
  }

  @Test(arguments: [0, 1])
  func `a value that is returned after the limit is discarded`(retries: Int) async throws {
    var attempts = 0
    func load() async throws -> Int {
      try await bench.run {
        try await bench.autoRetry("Load", retryAttempts: retries, policy: Self.policy) { () async throws -> Int in
          attempts += 1
          if attempts == 1 { try? await hang() }
          return attempts
        }
      }
    }
    if retries == 1 {
      #expect(try await load() == 2)
    } else {
      let error = await #expect(throws: RetryExhausted.self) { try await load() }
      let causes = error?.failedAttempts.map { $0.causeText(.whole) }
      #expect(causes == ["Timed out after 5.0 s (attemptTimeLimit of the call)."])
    }
  }

  @Test func `canceling the task cancels the attempt and ends the step`() async throws {
    let begun = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await bench.run {
        try await bench.stepLater(policy: Self.policy) {
          begun.continuation.yield()
          try await Task.sleep(for: .longestWait)
        }
      }
    }
    for await _ in begun.stream { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(bench.summary.last == "stopped in attempt 1 by CancellationError()")
    #expect(bench.failures.isEmpty)
  }

  @Test func `it has no effect on a synchronous step, which is logged`() {
    bench.run {
      for _ in 0..<2 {
        bench.step("Load", policy: Self.policy) { bench.time.advance(by: .seconds(60)) }
      }
    }
    #expect(
      bench.summary == [
        "hint attemptTimeLimitHasNoEffect", "action 1", "condition 1", "passed 0", "action 1", "condition 1",
        "passed 0",
      ]
    )
    #expect(bench.log[0].hasPrefix("♻️♻️♻️💡 [HINT] attemptTimeLimit has no effect on Load"))
  }

  /// Hangs to the limit, and then fails for a reason of its own.
  private func hangAndThrow(_ limit: Duration = .seconds(5)) async throws {
    try? await hang(limit)
    throw NotYet()
  }

  @Test func `an error thrown at a limit is part of the cause`() async throws {
    try await bench.run {
      try await bench.stepLater("Load", retries: 0, policy: Self.policy) { try await hangAndThrow() }
    }
    let cause = "Timed out after 5.0 s (attemptTimeLimit of the call), then threw NotYet()."
    #expect(bench.log.contains("♻️♻️♻️🔎 [CAUSE: 0] \(cause)"))
    #expect(bench.failures.first?.message.hasSuffix("Cause: \(cause)") == true)
    let failed = try #require(bench.heard.first)
    #expect(failed.causeText(.key) == "Timed out (attemptTimeLimit of the call), then threw NotYet().")
  }

  /// - Returns: The failure of a step that a limit ends.
  private func failure(
    _ policy: RetryPolicy = RetryPolicy(retryAttempts: 0, attemptTimeLimit: .seconds(5)),
    until isMet: (() async throws -> Bool?)? = nil,
    reset: (() async throws -> Void)? = nil,
    _ action: () async throws -> Void
  ) async throws -> String {
    try await bench.run { try await bench.stepLater(policy: policy, until: isMet, reset: reset, action) }
    return try #require(bench.failures.last?.message)
  }

  @Test(arguments: [
    (RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(5)), "limit"),
    (RetryPolicy(retryAttempts: 0, attemptTimeLimit: .seconds(5)), "attemptTimeLimit"),
  ])
  func `a condition's error at a limit is part of the cause`(policy: RetryPolicy, limit: String) async throws {
    let message = try await failure(policy, until: { try await self.hangAndThrow() == () }) {}
    #expect(message.contains("Timed out after 5.0 s (\(limit) of the call), then threw NotYet()"))
  }

  @Test func `so is an error of reset steps, and of a step outside`() async throws {
    let limit = RetryPolicy(timeLimit: .seconds(5))
    let reset = try await failure(limit, until: { false }, reset: { try await hangAndThrow() }) {}
    #expect(reset.contains("action: Action, and the reset steps threw NotYet()."))
    let error = try bench.run {
      try #require(throws: RetryExhausted.self) {
        try bench.autoRetry("Connect", retryAttempts: 0) { () throws -> Int in throw NotYet() }
      }
    }
    let outside = try await failure {
      try? await hang()
      throw error
    }
    let head = "Timed out after 5.0 s (attemptTimeLimit of the call), then threw "
    #expect(outside.contains("\(head)Connect failed: 1 attempt in"))
  }

  @Test func `an inner step's error is kept when a limit ends it`() async throws {
    let outer = try await failure {
      try await bench.stepLater("Inner", failsTest: false) { try await hangAndThrow() }
    }
    #expect(outer.contains("Timed out after 5.0 s (attemptTimeLimit of the call) (in Inner at "))
    #expect(outer.hasSuffix(": threw NotYet())."))
    let policy = RetryPolicy(retryAttempts: 1, attemptTimeLimit: .seconds(3))
    let inner = try await failure {
      try await bench.stepLater("Inner", policy: policy) { try await hangAndThrow(.seconds(3)) }
    }
    #expect(inner.contains("then threw NotYet()"))
  }

  @Test func `an assertion that throws at a limit is not shown twice`() async throws {
    let message = try await failure {
      try? await hang()
      try unwrap()
    }
    #expect(!message.contains("then threw"))
  }

  private struct UnwrappingOptional: Error {}

  /// As `XCTUnwrap` does, whose error stands for an issue.
  private func unwrap() throws { throw UnwrappingOptional() }

  @Test func `a closure that ignores its limit is reported as still running after a second`() async throws {
    let isNamed = Locked(false)
    var wasNamedEarly = true
    var bench = bench
    bench.hears = { event in if case .hint(.isStillRunning) = event.kind { isNamed.withLock { $0 = true } } }
    await bench.run {
      await bench.stepLater("Load", retries: 0, policy: Self.policy) {
        try? await hang()
        bench.time.advance(by: .milliseconds(900))
        for _ in 1...100 { await Task.yield() }
        wasNamedEarly = isNamed.withLock { $0 }
        bench.time.advance(by: .milliseconds(100))
        while !isNamed.withLock({ $0 }) { await Task.yield() }
      }
    }
    #expect(!wasNamedEarly)
    #expect(bench.log.contains { $0.contains("[HINT] Load reached its time limit but is still running, ") })
    let cause = "Timed out after 5.0 s (attemptTimeLimit of the call), ended after 6.0 s."
    #expect(bench.log.contains("♻️♻️♻️🔎 [CAUSE: 0] \(cause)"))
    #expect(bench.heard.first?.causeText(.key) == "Timed out (attemptTimeLimit of the call).")
  }

  #if os(Linux)
    @Test(arguments: ["neverSuspends", "recordsInCancellationHandler"])
    func `in real time a limit cancels the closure, whose handlers belong to the attempt`(test: String) async throws {
      let run = try await Fixtures.runSwiftTesting("LiveLimitFixture/\(test)")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.output.contains("[CAUSE: 0] Timed out after 50 ms (attemptTimeLimit of the call)"))
    }

    @Test func `a closure that never suspends is canceled with its task`() async throws {
      let run = try await Fixtures.runSwiftTesting("LiveLimitFixture/isCanceledWithItsTask")
      #expect(run.exitCode == 0, "\(run.output)")
    }
  #endif
}
