import Foundation
import Testing

@testable import TargetedAutoRetry

/// Advice that a step gives once.
@Suite struct HintTests {
  private let bench = Workbench(holdsBack: true)

  private var hints: [String] { bench.log.filter { $0.contains("[HINT]") } }

  @Test(arguments: [true, false])
  func `an assertion in a polled condition ends the attempt`(isInCondition: Bool) {
    func fail() -> Bool {
      bench.fail("not yet")
      return false
    }
    bench.run {
      bench.step("Open", policy: RetryPolicy(conditionTimeout: .seconds(5)), until: { isInCondition && fail() }) {
        if !isInCondition { _ = fail() }
      }
    }
    let text = "An assertion or a step failed while Open checked its condition, so the attempt ended before its time."
    #expect(
      hints.map { $0.contains("\(text) Return a Bool, or let the action do it.") } == (isInCondition ? [true] : [])
    )
  }

  @Test func `an assertion in a condition checked once ends nothing early`() {
    bench.run {
      bench.step(
        "Open",
        failsTest: false,
        until: {
          bench.fail("not yet")
          return false
        }
      )
    }
    #expect(hints == [])
  }

  @Test(arguments: [
    (["Offline()", "SignedIn()", "SignedIn()"], true), (["took 1 s", "took 2 s", "took 3 s"], false),
    (["Offline()", "SignedIn()", "Offline()"], false), (["Offline()"], false),
  ])
  func `a first cause unlike the later ones gets a hint about resets`(texts: [String], isHinted: Bool) throws {
    func signIn(reset: (() -> Void)?) throws {
      try bench.step("Sign In", retries: texts.count - 1, failsTest: false, reset: reset) {
        throw Script.Broken(description: texts[(RetryAttempt.current?.number ?? 1) - 1])
      }
    }
    try bench.run { try signIn(reset: {}) }
    #expect(hints == [])
    try bench.run { for _ in 1...2 { try signIn(reset: nil) } }
    let text = "the action may not start from the same state. Add reset steps (reset:)."
    #expect(hints.map { $0.hasSuffix(text) } == (isHinted ? [true] : []))
  }

  @Test(arguments: [(limit: 1, timeout: 2, isHinted: true), (1, 1, true), (3, 2, false)])
  func `a time limit that leaves no time for a retry gets a hint`(limit: Int, timeout: Int, isHinted: Bool) {
    let policy = RetryPolicy(conditionTimeout: .seconds(timeout), timeLimit: .seconds(limit))
    bench.run { for _ in 1...2 { bench.step("Open", retries: 2, failsTest: false, policy: policy, until: { false }) } }
    #expect(hints.filter { $0.contains("Open had no time for a retry: its time limit") }.count == (isHinted ? 1 : 0))
  }

  @Test func `an action that starts a task and does not wait for it gets a hint`() async throws {
    try await bench.run {
      bench.autoRetry("Load") {
        Task {}
      } until: {
        true
      }
      _ = try bench.autoRetry("Find") { Task { 1 } }
      await bench.autoRetry("Send") {
        await Task.yield()
        return Task {}
      } until: {
        true
      }
      bench.autoRetry("Count") {
        1
      } until: {
        true
      }
      await bench.autoRetry("Wait") { await Task {}.value }
    }
    let names = ["Load", "Find", "Send"]
    #expect(hints.count == 3)
    for name in names { #expect(hints.contains { $0.contains("The action of \(name) starts a Task") }) }
  }

  @Test func `a name with a UUID gets a hint once it needs a retry`() {
    bench.run {
      for succeedsAt in [1, 2, 2] {
        var runs = 0
        bench.step("Order \(UUID())", retries: 1, until: { runs == succeedsAt }) { runs += 1 }
      }
      bench.step("Order 0f8fad5b-d9cb-469f-a165", retries: 0, failsTest: false, until: { false })
    }
    let text = "has a UUID in its name, so the report takes it for another step in each run."
    #expect(hints.map { $0.contains(text) } == [true])
  }

  #if os(Linux)
    @Test func `a wait that blocks a thread of Swift Testing says so`() async throws {
      let run = try await Fixtures.runSwiftTesting("BlockingSuiteFixture/")
      #expect(run.exitCode == 0, "\(run.output)")
      let hints = run.log.filter { $0.contains("[HINT]") }
      #expect(hints.count == 2)
      for name in ["Blocks", "Refreshes"] {
        #expect(hints.contains { $0.contains("While \(name) waited, it blocked a thread of Swift Testing.") })
      }
    }

    @Test func `a wait that blocks the main actor in XCTest says so`() async throws {
      let text = "While Refreshes waited, it blocked the main actor, so tasks for that actor had to wait."
      let run = try await Fixtures.runXCTest("StepFixture/testBlocksMainActor")
      #expect(run.log.filter { $0.contains("[HINT] \(text)") }.count == 1, "\(run.output)")
      #expect(try await !Fixtures.runXCTest("WaitFixture").output.contains("blocked"))
    }

    @Test func `a step whose condition never had time is told how to wait`() async throws {
      let text = "[HINT] Launch checked its condition only once in each attempt, right after the action. "
      let run = try await Fixtures.runXCTest("StepFixture/testExhausted,Fixtures.StepFixture/testNotFailing")
      #expect(run.log.filter { $0.contains("\(text)To give it time, write within: .seconds(5).") }.count == 1)
      for test in ["Recovered", "FindsNothing", "IsFalse"] {
        let run = try await Fixtures.runXCTest("StepFixture/test\(test)")
        #expect(run.exitCode == 0 && !run.output.contains("checked its condition only"), "\(run.output)")
      }
    }

    @Test(arguments: [("OutsideTestsFixture", false), ("PlainPageFixture", true)])
    func `only a plain test case is told to inherit from another class`(fixture: String, isHinted: Bool) async throws {
      let run = try await Fixtures.runXCTest(fixture)
      #expect(run.output.contains("Inherit from RetryableTestCase") == isHinted, "\(run.output)")
    }
  #endif
}
