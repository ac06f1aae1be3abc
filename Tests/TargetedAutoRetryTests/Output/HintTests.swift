import Foundation
import Testing
import XCTest

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

  @Test func `a step that fails in a hook gets a hint, and one that does not fail gets none`() {
    struct Hooked: TargetedAutoRetry {
      let hook: () -> Void

      func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
        hook()
        return .retry
      }
    }
    func inner(_ name: String, until isMet: Bool) { Hooked(hook: {}).step(name, retries: 0, until: { isMet }) }
    bench.run {
      Hooked(hook: {
        inner("Restore", until: false)
        inner("Passes", until: true)
      }).step(retries: 2, failsTest: false, until: { false })
    }
    let text = "Restore ran in a hook, so it failed the test or an enclosing step, not the attempt."
    #expect(hints.filter { $0.contains("hook") }.map { $0.contains(text) } == [true])
  }

  @Test func `a skip that an action catches leaves the issues of earlier attempts`() {
    var attempts = 0
    bench.run {
      bench.step("Open") {
        attempts += 1
        if attempts == 1 { return bench.fail("closed") }
        _ = try? bench.step("Inner") { throw XCTSkip("no") }
      }
    }
    let line =
      "Open required 1 retry attempt before success. Recovered by retrying. A step in it was skipped or canceled, so"
    #expect(bench.log.contains("♻️♻️♻️❌ \(line) the issues of its attempts fail the test."))
    #expect(bench.failures.count == 1)
  }

  @Test(arguments: [(limit: 1, timeout: 2, isHinted: true), (1, 1, true), (3, 2, false)])
  func `a time limit that leaves no time for a retry gets a hint`(limit: Int, timeout: Int, isHinted: Bool) {
    let policy = RetryPolicy(conditionTimeout: .seconds(timeout), timeLimit: .seconds(limit))
    bench.run { for _ in 1...2 { bench.step("Open", retries: 2, failsTest: false, policy: policy, until: { false }) } }
    #expect(hints.filter { $0.contains("Open had no time for a retry: its time limit") }.count == (isHinted ? 1 : 0))
  }

  @Test(arguments: [(seconds: 4, isHinted: true), (2, true), (1, false)])
  func `an action slower than the time limit gets a hint about that alone`(seconds: Int, isHinted: Bool) {
    let policy = RetryPolicy(conditionTimeout: .seconds(3), timeLimit: .seconds(2))
    bench.run {
      bench.step("Open", retries: 2, failsTest: false, policy: policy, until: { false }) {
        bench.time.advance(by: .seconds(seconds))
      }
    }
    let text = "The action of Open alone took longer than the time limit (for:)."
    #expect(hints.map { $0.contains(text) } == [isHinted])
  }

  @Test func `an action that always returns false gets a hint about a wait`() {
    func step(_ answers: [Bool], _ name: String) {
      var answers = answers
      bench.autoRetry(name, retryAttempts: answers.count - 1, failTestOnFailure: false) { answers.removeFirst() }
    }
    bench.run {
      step([false, false, true], "Recovers")
      step([false], "Checks Once")
      step([false, false], "Banner")
    }
    #expect(hints.map { $0.contains("The action of Banner returned false in each attempt.") } == [true])
  }

  @Test(arguments: [(600, false), (601, true)])
  func `a condition that may be checked for very long gets a hint`(seconds: Int, isHinted: Bool) {
    bench.run {
      bench.step("Open", policy: RetryPolicy(conditionTimeout: .seconds(seconds)))
      bench.autoWait("Badge", for: .seconds(seconds)) { true }
    }
    let text = "may check its condition for more than ten minutes in each attempt. Were milliseconds meant?"
    let names = isHinted ? ["Open", "Badge"] : []
    #expect(hints == names.map { "♻️♻️♻️💡 [HINT] \($0) \(text)" })
  }

  @Test func `an action that starts a task and does not wait for it gets a hint`() async throws {
    try await bench.run {
      bench.autoRetry("Load") {
        Task {}
      } until: {
        true
      }
      _ = try bench.autoRetry("Find") {
        Task { 1 }
      } until: { _ in
        true
      }
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

  @Test(arguments: [true, false])
  func `a synchronous step of a canceled task gets a hint`(isCanceled: Bool) async {
    await Task {
      withUnsafeCurrentTask { if isCanceled { $0?.cancel() } }
      bench.run { bench.step("Upload", retries: 2, failsTest: false, until: { false }) }
    }.value
    let text = "The task of Upload was canceled, but only a step whose closures await something ends early."
    #expect(hints.filter { $0.contains(text) }.count == (isCanceled ? 1 : 0), "\(hints)")
  }

  #if os(Linux)
    @Test func `a skip of XCTest in Swift Testing gets a hint`() async throws {
      let run = try await Fixtures.runSwiftTesting("SkippingSuiteFixture/")
      let text = "Open threw XCTSkip, which skips no test of Swift Testing, but fails it."
      #expect(run.exitCode == 1 && run.log.filter { $0.contains(text) }.count == 1, "\(run.output)")
      #expect(try await !Fixtures.runXCTest("StepFixture/testSkipped").output.contains("skips no test"))
    }

    @Test func `a value that cannot change and is checked for some time gets a hint`() async throws {
      let run = try await Fixtures.runXCTest("StepFixture/testChecksValues")
      let hints = run.log.filter { $0.contains("checked one value until its limit (within:)") }
      #expect(hints.count == 1 && hints.allSatisfy { $0.contains("[HINT] Load checked") }, "\(run.log)")
    }

    @Test func `a step that only an assertion can fail says so if its first failure is forced`() async throws {
      let run = try await Fixtures.runXCTest("StepFixture/testHasNoCondition", ["AUTO_RETRY_REHEARSE": "."])
      let hints = run.log.filter { $0.contains("Tap has no until:, so only an assertion or an error") }
      #expect(hints.count == 1, "\(run.log)")
      let bench = Workbench()
      bench.run {
        for inSwiftTesting in [true, false] {
          let hint = Hint.needsAssertion("Steps.swift:7", inSwiftTesting: inSwiftTesting)
          let lines = RetryEvent(.hint(hint), ofTest: nil).logLines(.whole).map(\.text)
          #expect(lines.contains { $0.hasSuffix("do not count in Swift Testing.") } == inSwiftTesting)
        }
      }
    }

    @Test func `a step on a thread that no test is known for gets a hint`() async throws {
      let run = try await Fixtures.runXCTest("ThreadHintFixture")
      let hints = run.log.filter {
        $0.contains(" ran on a thread that no test is known for, so it failed the test that runs")
      }
      #expect(hints.map { $0.contains("[HINT] Late ") } == [true], "\(run.output)")
      #expect(run.output.contains("ThreadHintFixture.testB : failed - ♻️♻️♻️❌ [FAIL] Late failed: "))
    }

    @Test func `a step that recovers after its test gets a hint`() async throws {
      let run = try await Fixtures.runXCTest("LateRecoveryFixture")
      let hints = run.log.filter { $0.contains("ran after its test had ended") }
      let text = "[HINT] Sync ran after its test had ended: LateRecoveryFixture.testA. Await its task in the test."
      #expect(run.exitCode == 0 && hints.map { $0.contains(text) } == [true], "\(run.output)")
    }

    @Test(arguments: ["testTap", "testRecovers"])
    func `a static policy gets a hint once a step needs a retry`(test: String) async throws {
      let run = try await Fixtures.runXCTest("StaticPolicyFixture/\(test)")
      let hints = run.log.filter { $0.contains("The static retryPolicy of StaticPolicyFixture has no effect.") }
      #expect(hints.count == 1 && !run.output.contains("retryPolicy of OwnPolicyFixture"), "\(run.log)")
    }

    @Test func `an assertion that expects the error of a step gets a hint`() async throws {
      let run = try await Fixtures.runXCTest("StepFixture/testExpectsError")
      let hint = "Request failed the test and threw no error, so XCTAssertThrowsError around it failed too."
      #expect(run.log.contains { $0.contains("[HINT] \(hint) Assert the error in its action.") }, "\(run.log)")
    }

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
      let hints = run.log.filter { $0.contains("\(text)To give it time, write within: .seconds(5).") }
      let reset = "If the action must not run twice from the same state, add reset steps (reset:)."
      #expect(hints.map { $0.hasSuffix(reset) } == [false, true])
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
