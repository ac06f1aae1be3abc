import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite struct BurnInTests {
  private struct Broken: Error {}

  private func bench() -> Workbench { Workbench(variables: ["AUTO_RETRY_BURN_IN": "Open=3"]) }

  @Test(arguments: DriverKind.allCases)
  func `a step that has passed is reset and run again so often`(driver: DriverKind) async throws {
    let bench = bench()
    let resets = Locked(0)
    let actions = try await bench.step(driver, Looks(.yes), policy: RetryPolicy()) {
      resets.withLock { $0 += 1 }
    }
    #expect(actions == 4)
    #expect(resets.withLock { $0 } == 3)
    #expect(
      bench.summary.suffix(6) == [
        "passed 0", "burn-in 3 of 3", "action 1", "condition 1", "passed 0",
        "burned in: Open passed 3 of 3 repetitions.",
      ]
    )
    #expect(bench.log.last == "♻️♻️♻️🔥 [BURN-IN] Open passed 3 of 3 repetitions.")
    #expect(bench.failures.isEmpty)
    let rows = try bench.rows()
    #expect(
      rows.map { $0.values("kind", "burn_in", "outcome", "attempt", "max_attempts") } == [
        "step 0 passed 1 4", "burn_in 1 passed 1 1", "burn_in 2 passed 1 1", "burn_in 3 passed 1 1",
      ]
    )
  }

  @Test(arguments: DriverKind.allCases)
  func `the reset steps before a repetition run inside of it`(driver: DriverKind) async throws {
    let order = Locked<[String]>([])
    var bench = bench()
    bench.hears = { event in
      switch event.kind {
      case .burnIn(let number, of: _): order.withLock { $0.append("repetition \(number)") }
      case .begins(.action, _): order.withLock { $0.append("begin") }
      default: break
      }
    }
    _ = try await bench.step(driver, Looks(.yes), policy: RetryPolicy()) { order.withLock { $0.append("reset") } }
    #expect(order.withLock { $0 }.prefix(4) == ["begin", "repetition 1", "begin", "reset"])
  }

  @Test(arguments: DriverKind.allCases)
  func `a repetition that fails is not retried, and fails the test when all are over`(driver: DriverKind) async throws {
    let bench = bench()
    #expect(try await bench.step(driver, Looks(.yes, .yes, .no, .yes), policy: RetryPolicy(), resetSteps: {}) == 4)
    let text =
      "Open passed 2 of 3 repetitions. "
      + "First cause: The success condition was false in one look, 0 ms after the action."
    #expect(bench.failures.map(\.message) == ["AUTO_RETRY_BURN_IN: \(text)"])
    #expect(bench.failures.map(\.isGate) == [true])
    #expect(
      bench.log.contains(
        "♻️♻️♻️❌ [FAIL] Repetition 2 of 3 failed for action: Open. The success condition was false in one look, 0 ms after the action."
      )
    )
    let rows = try bench.rows()
    #expect(
      rows.map { $0.values("kind", "burn_in", "outcome") } == [
        "step 0 passed", "burn_in 1 passed", "attempt 2 failed", "burn_in 2 exhausted", "burn_in 3 passed",
      ]
    )
  }

  @Test(arguments: DriverKind.allCases)
  func `a step that fails is not repeated, and one that recovers has shown its flake`(driver: DriverKind) async throws {
    let failing = bench()
    #expect(try await failing.step(driver, Looks(.no), policy: RetryPolicy(retryAttempts: 1), resetSteps: {}) == 2)
    let recovering = bench()
    #expect(try await recovering.step(driver, Looks(.no, .yes), policy: RetryPolicy(), resetSteps: {}) == 2)
    let text = "AUTO_RETRY_BURN_IN: Open needed 1 retry before its first repetition. 2 attempts in 0 ms."
    #expect(recovering.failures.map(\.message).map { $0.hasPrefix(text) } == [true])
  }

  @Test func `a repetition that is cancelled says nothing of the step`() async throws {
    let bench = bench()
    let task = Task {
      await bench.run {
        await bench.stepLater(
          "Open",
          until: {
            guard RetryAttempt.current != nil, StepContext.current?.step.burnIn == 2 else { return true }
            withUnsafeCurrentTask { $0?.cancel() }
            return false
          },
          reset: {}
        ) {}
      }
    }
    _ = await task.value
    #expect(bench.failures.isEmpty)
    #expect(bench.log.last == "♻️♻️♻️🔥 [BURN-IN] Open passed 1 of 1 repetition, and was ended before the rest of 3.")
  }

  @Test(arguments: DriverKind.allCases)
  func `a step without reset steps is left out, which is said once`(driver: DriverKind) async throws {
    let bench = bench()
    for _ in 1...2 { #expect(try await bench.step(driver, Looks(.yes), policy: RetryPolicy()) == 1) }
    // Each call has a world of its own here.
    #expect(bench.summary.filter { $0.hasPrefix("hint burnIn") }.count == 2)
    #expect(
      bench.log.last == "♻️♻️♻️💡 [HINT] Open has no reset steps, so AUTO_RETRY_BURN_IN does not repeat it."
    )
  }

  @Test func `in a nest only the named step repeats, with all inside of it, and its rows say so`() throws {
    let bench = bench()
    var counts = (outer: 0, inner: 0)
    bench.run {
      bench.step("Outer", reset: {}) {
        counts.outer += 1
        bench.step("Open", reset: {}) { bench.step { counts.inner += 1 } }
      }
    }
    #expect(counts == (1, 4))
    let rows = try bench.rows()
    #expect(rows.map { $0["burn_in"] } == ["0", "0", "1", "1", "2", "2", "3", "3", "0"])
    #expect(Set(rows.map { $0["depth"] }) == ["0", "1", "2"])
  }

  @Test func `the value of a repetition that fails is not the value of the step`() throws {
    let bench = bench()
    var values = [1, 2, 3, -1]
    let value = try bench.run {
      try bench.autoRetry("Open", mainAction: { values.removeFirst() }, until: { $0 > 0 }, reset: {})
    }
    #expect(value == 3)
    #expect(bench.failures.count == 1)
  }

  @Test func `a skip and an abort end the repetitions, and an abort the step around them`() throws {
    let skipped = bench()
    var runs = 0
    #expect(throws: XCTSkip.self) {
      try skipped.run {
        try skipped.step("Open", reset: {}) {
          runs += 1
          if runs == 3 { throw XCTSkip() }
        }
      }
    }
    #expect(runs == 3)
    #expect(skipped.log.last?.contains("passed 1 of 1 repetition, and was ended before the rest of 3.") == true)
    var aborted = bench()
    aborted.recovery = { _ in .abort("crashed") }
    runs = 0
    aborted.run {
      aborted.step { aborted.step("Open", until: { runs < 2 }, reset: {}) { runs += 1 } }
    }
    #expect(runs == 2)
    #expect(aborted.log.contains { $0.contains("passed 0 of 1 repetition, and was ended before the rest of 3.") })
    #expect(aborted.summary.last == "aborted 4")
  }

  @Test(arguments: DriverKind.allCases)
  func `a repetition that is stopped by an error has failed, whatever the caller does with it`(
    driver: DriverKind
  ) async throws {
    let bench = bench()
    let policy = RetryPolicy(isRetryable: { !($0 is Broken) })
    await #expect(throws: Broken.self) {
      try await bench.step(driver, Looks(.yes, .yes, .throwing(Broken())), policy: policy, resetSteps: {})
    }
    #expect(
      bench.failures.map(\.message) == [
        "AUTO_RETRY_BURN_IN: Open passed 1 of 2 repetitions, and was ended before the rest of 3. First cause: Threw Broken()."
      ]
    )
  }

  @Test(arguments: DriverKind.allCases)
  func `a repetition runs its action, also where the condition is true before`(driver: DriverKind) async throws {
    let bench = bench()
    let resets = Locked(0)
    let actions = try await bench.step(driver, Looks(.no, .yes), policy: RetryPolicy(looksFirst: true)) {
      resets.withLock { $0 += 1 }
    }
    #expect(actions == 4)
    #expect(resets.withLock { $0 } == 3)
    #expect(bench.failures.isEmpty)
  }

  @Test func `a repetition that fails is no cause of the failure of the step around it`() throws {
    let bench = bench()
    try bench.run {
      try bench.step(retries: 0, until: { false }) { try bench.step("Open", until: Looks(.yes, .no).next, reset: {}) }
    }
    let cause = "Cause: The success condition was false in one look, 0 ms after the action."
    #expect(bench.failures.last?.message.hasSuffix(cause) == true)
  }

  @Test(
    arguments: [
      ("Sign In=59", "Sign In", 59), ("a=b=2", "a=b", 2), ("x=100000", "x", 100_000),
    ]
  )
  func `a burn-in is a name and a number`(text: String, name: String, count: Int) {
    #expect(BurnIn(text)?.name == name)
    #expect(BurnIn(text)?.count == count)
  }

  @Test(arguments: ["", "Sign In", "=3", "x=", "x=0", "x=-1", "x=100001", "x=many", "x=99999999999999999999"])
  func `a malformed burn-in is refused`(text: String) {
    #expect(BurnIn(text) == nil)
  }
}
