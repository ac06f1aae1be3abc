import Testing

@testable import TargetedAutoRetry

/// The form without a condition, and what Swift selects for each way to type a step.
@Suite struct AssertionTests {
  private let bench = Workbench()
  private let names: [Int: String] = [:]

  private func load() throws -> Int { 1 }
  private func loadLater() async throws -> Int { 1 }
  private func check() throws {}

  @Test func `an attempt that does not throw succeeds`() throws {
    var attempts = 0
    let succeeded = try bench.run {
      try bench.autoRetry("Load Feed") {
        attempts += 1
        if attempts == 1 { throw NotYet() }
      } reset: {
        attempts += 1
      }
    }
    #expect(succeeded && attempts == 3)
    #expect(!bench.log.contains { $0.contains("Success Condition") })
    #expect(bench.log.last?.hasSuffix("Recovered by retrying.") == true)
  }

  /// `#expect` returns the error that it expects, and so a `Never?` here: a value form could never succeed.
  @Test func `an expectation that nothing is thrown is an assertion`() async {
    let later = await bench.run {
      bench.autoRetry("Pay") { #expect(throws: Never.self) {} }
      return await bench.autoRetry("Pay later") { await #expect(throws: Never.self) { await Task.yield() } }
    }
    #expect(later && bench.failures.isEmpty)
  }

  @Test func `a step that fails answers false, and fails its test once`() async throws {
    let policy = RetryPolicy(conditionTimeout: .seconds(9), checksFirst: true, stableFor: .seconds(1))
    #expect(try bench.run { try bench.autoRetry("Load", retryAttempts: 1, policy: policy) { throw NotYet() } } == false)
    let later = try await bench.run {
      try await bench.autoRetry("Load", retryAttempts: 1, failTestOnFailure: false) {
        await Task.yield()
        throw NotYet()
      } reset: {
        await Task.yield()
      }
    }
    #expect(later == false)
    #expect(bench.failures.map(\.message).map { $0.contains("Cause: Threw NotYet().") } == [true])
    #expect(bench.time.waits == [])
  }

  /// The type of each result is what its form returns.
  @Test func `Swift selects the right form of the call`() async throws {
    let bench = bench
    try await bench.run {
      let value = try bench.autoRetry("Value") { try load() }
      let two = try bench.autoRetry("Value") {
        let one = try load()
        return one + one
      }
      let later = try await bench.autoRetry("Value") { try await loadLater() }
      let positive = try bench.autoRetry("Value") {
        try load()
      } until: {
        $0 > 0
      }
      let reset = try bench.autoRetry("Value") {
        try load()
      } reset: {
      }
      #expect([value, two, later, positive, reset] == [1, 2, 1, 1, 1])
      let results: [Bool] = [
        try bench.autoRetry("Assertions") { try check() },
        try bench.autoRetry("Assertions") {
          let one = try load()
          if one != 1 { throw NotYet() }
        },
        try await bench.autoRetry("Assertions") { _ = try await loadLater() },
        bench.autoRetry("Assertions") {},
        bench.autoRetry("Condition") {
          1
        } until: {
          true
        },
        bench.autoRetry("Condition") { true },
      ]
      #expect(results == Array(repeating: true, count: 6))
    }
    #expect(bench.log.filter { $0 == "Wait for Success Condition for action: Condition" }.count == 2)
    #expect(!bench.log.contains { $0.hasSuffix("for action: Value") || $0.hasSuffix("for action: Assertions") })
  }

  /// None of these steps needs a `try`: they return nothing, or whether they succeeded, and record their failure.
  @Test func `a step may be all that another step, a task or a function does`() async {
    let bench = bench
    let attempts = Locked<[String]>([])
    @Sendable func fails(_ name: String) -> Bool {
      attempts.withLock { $0.append(name) }
      return false
    }
    await bench.run {
      bench.autoRetry("A", retryAttempts: 1) { bench.autoRetry("Inner", retryAttempts: 0) { fails("A") } }
      bench.autoRetry("B", retryAttempts: 1) {
        bench.autoRetry("Inner", retryAttempts: 0) {
          _ = fails("B")
        } until: {
          false
        }
      }
      await bench.autoRetry("C", retryAttempts: 1) {
        await bench.autoRetry("Inner", retryAttempts: 0) {
          await Task.yield()
        } until: {
          fails("C")
        }
      }
      bench.autoRetry("D", retryAttempts: 0) {
        bench.autoRetry("Inner") {}
      } until: {
        fails("D")
      }
      bench.autoRetry("D", retryAttempts: 0) {
        bench.autoRetry("Inner") {
          _ = fails("D")
          _ = fails("D")
        }
      }
      [1, 2].forEach { _ in bench.autoRetry("E", retryAttempts: 0) { _ = fails("E") } }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await bench.autoRetry("F", retryAttempts: 0) { _ = await Task { fails("F") }.value } }
      }
    }
    #expect(attempts.withLock { $0 } == ["A", "A", "B", "B", "C", "C", "D", "D", "D", "E", "E", "F"])
    // Each of the first three fails once, and its inner step twice.
    #expect(bench.failures.count == 10)
  }

  @Test func `false and nil fail a step even where its value is unused`() async throws {
    let bench = bench
    @Sendable func no() -> Bool { false }
    @Sendable func unknown() -> Bool? { nil }
    @Sendable func later() async -> Bool { false }
    await bench.run {
      [1].forEach { _ in bench.autoRetry("A", retryAttempts: 0) { no() } }
      [1].forEach { _ in bench.autoRetry("B", retryAttempts: 0) { unknown() } }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { bench.autoRetry("C", retryAttempts: 0) { no() } }
        group.addTask { await bench.autoRetry("D", retryAttempts: 0) { await later() } }
      }
      let step: () -> Void = { bench.autoRetry("E", retryAttempts: 0) { no() } }
      step()
    }
    #expect(bench.failures.count == 5)
    #expect(bench.log.filter { $0.hasSuffix("[CAUSE: 0] The action returned false.") }.count == 4)
    #expect(
      bench.log.filter { $0.hasSuffix("[CAUSE: 0] The value was nil (`try?` and `?.` hide the reason).") }.count == 1
    )
    #expect(throws: RetryExhausted.self) {
      try bench.run { try [1].forEach { _ in try bench.autoRetry("F", retryAttempts: 0) { names[1] } } }
    }
  }

  @Test func `a call on an object that is nil fails a step of assertions`() async {
    struct Client: Sendable {
      func connect() {}
      func send() async {}
    }
    let bench = bench
    let client: Client? = names.isEmpty ? nil : Client()
    await bench.run {
      bench.autoRetry("A", retryAttempts: 0) { client?.connect() }
      await bench.autoRetry("B", retryAttempts: 0) { await client?.send() }
      [1].forEach { _ in bench.autoRetry("C", retryAttempts: 0) { client?.connect() } }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await bench.autoRetry("D", retryAttempts: 0) { await client?.send() } }
      }
    }
    #expect(bench.failures.count == 4)
    let cause = "[CAUSE: 0] The value was nil (`try?` and `?.` hide the reason)."
    #expect(bench.log.filter { $0.hasSuffix(cause) }.count == 4)
  }

  @Test func `false and nil fail a step whose failure is only logged`() async {
    let bench = bench
    @Sendable @discardableResult func no() -> Bool { false }
    @Sendable @discardableResult func unknown() async -> Bool? { nil }
    let results = await bench.run {
      let isMet = bench.autoRetry("A", failTestOnFailure: false) { no() }
      bench.autoRetry("A", failTestOnFailure: false) { no() }
      return [isMet, await bench.autoRetry("A", failTestOnFailure: false) { await unknown() }]
    }
    #expect(results == [false, false])
    #expect(bench.failures.isEmpty)
    #expect(bench.log.filter { $0.contains("[FAIL]") }.count == 3)
    #expect(bench.log.filter { $0.hasSuffix("[CAUSE: 3] The action returned false.") }.count == 2)
    #expect(bench.log.filter { $0.contains("[CAUSE: 3] The value was nil (`try?`") }.count == 1)
  }

  @Test func `the assertion form never throws its step's failure`() async throws {
    let bench = bench
    try await bench.run {
      try [1].forEach { _ in
        try bench.autoRetry("Save", retryAttempts: 1) {
          throw NotYet()
        } reset: {
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await bench.autoRetry("Save", retryAttempts: 1) {
            await Task.yield()
            throw NotYet()
          } reset: {
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(bench.failures.map(\.message).map { $0.contains("Cause: Threw NotYet().") } == [true, true])
  }

  @Test func `nil fails the attempt, however it is written`() async throws {
    #expect(throws: RetryExhausted.self) {
      try bench.run { try bench.autoRetry("Find", retryAttempts: 1) { names[1] } }
    }
    #expect(throws: RetryExhausted.self) {
      let name: String? = try bench.run { try bench.autoRetry("Find", retryAttempts: 1) { names[1] } }
      Issue.record("found \(name ?? "nil")")
    }
    #expect(throws: RetryExhausted.self) {
      try bench.run { try bench.autoRetry("Find", retryAttempts: 1) { try? check() as Int? } }
    }
    await #expect(throws: RetryExhausted.self) {
      try await bench.run {
        try await bench.autoRetry("Find", retryAttempts: 1) {
          await Task.yield()
          return names[1]
        } until: {
          $0.isEmpty
        }
      }
    }
    #expect(bench.log.filter { $0.contains("[CAUSE: ") }.allSatisfy { $0.hasSuffix("] The value was nil.") })
    var attempts = 0
    let found: String = try bench.run {
      try bench.autoRetry("Find") {
        attempts += 1
        return attempts == 3 ? "Ada" : nil
      }
    }
    #expect(found == "Ada")
  }

  private func check() throws -> Int? { throw NotYet() }
}
