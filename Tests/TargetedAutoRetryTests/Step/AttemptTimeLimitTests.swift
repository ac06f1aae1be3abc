import Testing
import XCTest

@testable import TargetedAutoRetry

/// Asynchronous closures that are cancelled: the time goes on only while one of them hangs, and in pauses.
@Suite struct AttemptTimeLimitTests {
  private static let policy = RetryPolicy(attemptTimeLimit: .seconds(4))

  @TaskLocal private static var value = 0

  private let bench = Workbench(time: FakeTime(callsLater: true))

  /// Hangs for ten minutes if nothing cancels it, so that its test fails in the end.
  private func hang(_ time: Duration = .seconds(4)) async throws {
    bench.time.advance(by: time)
    try await Task.sleep(for: .seconds(600))
  }

  /// Outside Swift Testing, which would keep the issues and so act as a sink.
  @Test(arguments: [true, false])
  func `an attempt that hangs is cancelled, and the step goes on, with a sink or without`(isQuiet: Bool) async throws {
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
    try #require(bench.log.count > 2)
    #expect(bench.log[1].hasPrefix("♻️♻️♻️ [RETRY INFO: 0] Load Attempt Unsuccessful."))
    #expect(bench.log[2] == "♻️♻️♻️🔎 [CAUSE: 0] Timed out after 4.0 s (attemptTimeLimit of the call).")
    #expect(!bench.summary.contains { $0.hasPrefix("late check") })
    #expect(bench.summary.last == "recovered 1 by retrying")
  }

  @Test func `a condition that hangs is cancelled too, and so is a late check`() async throws {
    var looks = 0
    try await bench.run {
      try await bench.stepLater(
        policy: RetryPolicy(delay: .constant(.seconds(1)), attemptTimeLimit: .seconds(4)),
        until: {
          looks += 1
          noted("pending", as: "status")
          if looks == 2 || looks == 3 { try await hang() }
          return looks == 4
        }
      ) {}
    }
    #expect(looks == 4)
    #expect(
      bench.summary == [
        "action 1", "condition 1", "failed 1, retrying", "wait 1.0 seconds after 1", "late check after 1",
        "late check failed 1",
        "action 2", "condition 2", "failed 2, retrying", "wait 1.0 seconds after 2",
        "action 3", "condition 3", "recovered 2 by retrying",
      ]
    )
    let cause = #"Timed out after 4.0 s (attemptTimeLimit of the call): status was "pending"."#
    #expect(bench.log.filter { $0.contains(cause) }.count == 2)
  }

  @Test func `after a first look that is cancelled the action does not run in its attempt`() async {
    var looks = 0
    await bench.run {
      await bench.stepLater(
        policy: RetryPolicy(looksFirst: true, attemptTimeLimit: .seconds(4)),
        until: {
          looks += 1
          if looks == 1 { try? await hang() }
          return looks > 2
        }
      ) {}
    }
    #expect(bench.summary.filter { $0.hasPrefix("action") } == ["action 2"])
    #expect(bench.summary.last == "recovered 1 by retrying")
  }

  @Test func `the attempt keeps what is around it: task-local values, the test, the number of the attempt`()
    async throws
  {
    await Self.$value.withValue(7) {
      await bench.run {
        await bench.stepLater(policy: Self.policy) {
          await Task.yield()
          #expect(!Task.isCancelled)
          #expect(Self.value == 7)
          #expect(Test.current?.name.contains("keeps what is around it") == true)
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

  @Test func `an attempt that does not heed its cancellation is waited for, and the log says so`() async throws {
    var attempts = 0
    await bench.run {
      await bench.stepLater("Load", policy: Self.policy) {
        attempts += 1
        if attempts > 1 { return }
        try? await hang()
        for _ in 1...4 { bench.time.advance(by: .seconds(4)) }
      }
    }
    #expect(attempts == 2)
    let lines = bench.log.filter { $0.contains("OVERDUE") }
    #expect(
      lines.map { $0.prefix { $0 != "(" } }
        == [8, 16].map {
          "♻️♻️♻️⚠️ [OVERDUE: 0] Load has been running for \($0).0 s, although it was cancelled after 4.0 s "
        }
    )
  }

  @Test func `a step whose attempts all hang is exhausted, and the failure says which limit that was`() async throws {
    try await bench.run {
      try await withRetryPolicy(RetryPolicy(attemptTimeLimit: .seconds(2))) {
        try await bench.stepLater("Load", retries: 0) { try await hang(.seconds(2)) }
      }
    }
    #expect(bench.failures.count == 1)
    #expect(
      bench.failures.first?.message.hasSuffix("Cause: Timed out after 2.0 s (attemptTimeLimit of withRetryPolicy).")
        == true
    )
  }

  @Test func `a skip ends the step, also where the time was over before`() async throws {
    await #expect(throws: XCTSkip.self) {
      try await bench.run {
        try await bench.stepLater(policy: Self.policy) {
          try? await hang()
          throw XCTSkip("not here")
        }
      }
    }
  }

  @Test func `an error that cancelling brings about is no answer of the application`() async throws {
    struct Cancelled: Error {}
    var attempts = 0
    let value = try await bench.run {
      try await bench.autoRetry(
        "Load",
        policy: RetryPolicy(attemptTimeLimit: .seconds(4), isRetryable: { _ in false })
      ) {
        attempts += 1
        if attempts > 1 { return attempts }
        do { try await hang() } catch { throw Cancelled() }
        return 0
      }
    }
    #expect(value == 2)
  }

  @Test func `a task that is cancelled from outside cancels its attempt, and the step is over`() async throws {
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

  @Test func `on a synchronous step it has no effect, and the log says so once`() {
    bench.run {
      for _ in 0..<2 {
        bench.step("Load", policy: Self.policy) { bench.time.advance(by: .seconds(4)) }
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

  @Test func `steps inside of an attempt that hangs end with it`() async throws {
    var outer = 0
    var inner = 0
    try await bench.run {
      try await bench.stepLater("Outer", policy: Self.policy) {
        outer += 1
        if outer > 1 { return }
        try await bench.stepLater("Inner") {
          inner += 1
          try await hang()
        }
      }
    }
    #expect(outer == 2)
    #expect(inner == 1)
    #expect(bench.failures.isEmpty)
  }

  private static let ofCall = "(limit of the call)."
  private static let ofStep = "(time limit of 4.0 s, set by the call)."

  @Test(
    arguments: [
      (RetryPolicy(conditionTimeout: .seconds(4)), false, "1 attempt in 4.0 s. Cause: Timed out after 4.0 s \(ofCall)"),
      (RetryPolicy(timeLimit: .seconds(4)), true, "1 attempt in 4.0 s. Cause: Timed out after 4.0 s \(ofStep)"),
      (
        RetryPolicy(conditionTimeout: .seconds(9), attemptTimeLimit: .seconds(6), timeLimit: .seconds(4)), false,
        "1 attempt in 4.0 s. Cause: Timed out after 4.0 s \(ofStep)"
      ),
      (
        RetryPolicy(conditionTimeout: .seconds(9), attemptTimeLimit: .seconds(4), timeLimit: .seconds(6)), false,
        "1 attempt in 4.0 s. Cause: Timed out after 4.0 s (attemptTimeLimit of the call)."
      ),
      (
        RetryPolicy(conditionTimeout: .seconds(4), attemptTimeLimit: .seconds(9), timeLimit: .seconds(6)), false,
        "1 attempt in 4.0 s. Cause: Timed out after 4.0 s \(ofCall)"
      ),
    ]
  )
  func `the nearest limit cancels what runs, and the failure says which it was`(
    policy: RetryPolicy,
    inAction: Bool,
    text: String
  ) async throws {
    let cancellations = Locked(0)
    func work() async throws {
      try await withTaskCancellationHandler {
        try await hang()
      } onCancel: {
        cancellations.withLock { $0 += 1 }
      }
    }
    try await bench.run {
      try await bench.stepLater(
        retries: inAction ? 1 : 0,
        policy: policy,
        until: {
          if !inAction { try await work() }
          return true
        }
      ) { if inAction { try await work() } }
    }
    #expect(bench.failures.count == 1)
    #expect(bench.failures.first?.message.hasSuffix(text) == true)
    #expect(cancellations.withLock { $0 } == 1)
  }

  @Test func `a wait whose condition never returns fails, and does not believe the answer of a cancelled look`() async {
    await bench.run {
      let isMet = await bench.autoWait("Row", for: .seconds(4)) {
        try? await hang()
        return true
      }
      #expect(!isMet)
    }
    #expect(
      bench.failures.map(\.message) == [
        "♻️♻️♻️❌ [FAIL] Waited in vain for: Row. Timed out after 4.0 s (limit of the call)."
      ]
    )
  }

  @Test(arguments: [(0.5, ""), (3, ", which cancelled a look after 3.0 s")] as [(Double, String)])
  func `the cause says what the looks before the cancelled one saw`(last: Double, text: String) async {
    var looks = 0
    await bench.run {
      await bench.autoWait("Row", for: .seconds(4), policy: RetryPolicy(pollingInterval: .seconds(4 - last))) {
        looks += 1
        if looks > 1 { try? await hang(.seconds(last)) }
        return noted(looks, as: "rows") == 7 || looks > 1
      }
    }
    #expect(looks == 2)
    #expect(
      bench.failures.first?.message.hasSuffix("was false after 4.0 s (limit of the call\(text)): rows was 1.") == true
    )
  }

  @Test(arguments: [true, false])
  func `the last look at the limit has as long again`(hangs: Bool) async throws {
    var looks = 0
    let isMet = try await bench.run { () async throws -> Bool in
      try await bench.autoWait("Row", for: .seconds(4), policy: RetryPolicy(pollingInterval: .seconds(4))) {
        looks += 1
        if looks > 1 { if hangs { try await hang() } else { bench.time.advance(by: .seconds(3)) } }
        return looks > 1 && !Task.isCancelled
      }
    }
    #expect(looks == 2)
    #expect(isMet != hangs)
    #expect(bench.time.timekeeper.now() == .seconds(hangs ? 8 : 7))
  }

  @Test func `reset steps that hang are cancelled at the limit of the step, and no attempt follows them`() async throws
  {
    try await bench.run {
      try await bench.stepLater(
        policy: RetryPolicy(attemptTimeLimit: .seconds(1), timeLimit: .seconds(4)),
        until: { false },
        reset: { try await hang() }
      ) {}
    }
    #expect(bench.summary.suffix(2) == ["reset after 1", "timedOut 4"])
  }

  @Test func `the limit of a step around cancels the steps inside, and is no cancellation of the test`() async throws {
    try await bench.run {
      try await bench.stepLater("Outer", policy: RetryPolicy(timeLimit: .seconds(4))) {
        try await bench.stepLater("Inner") { try await hang() }
      }
    }
    #expect(bench.failures.count == 1)
    #expect(bench.failures.first?.message.contains("was over after 1 attempt of action: Outer") == true)
  }

  @Test(arguments: [nil, RetryPolicy(conditionTimeout: .seconds(4)), RetryPolicy(timeLimit: .seconds(4))])
  func `no task is made where no limit applies`(policy: RetryPolicy?) async {
    func task() -> Int? { withUnsafeCurrentTask { $0?.hashValue } }
    let caller = task()
    await bench.run {
      await bench.stepLater(policy: policy, until: { (task() == caller) == (policy == nil) }) {
        await Task.yield()
        #expect((task() == caller) == (policy?.timeLimit == nil))
      }
    }
    #expect(bench.summary.last == "passed 0")
  }
}
