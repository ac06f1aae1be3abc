import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite struct RunSummaryTests {
  private func lines(of bench: Workbench, command: String? = nil, isQuiet: Bool = false) -> [String] {
    let summary = RunSummary(steering: bench.steering, recordsCommand: { command }, isQuiet: isQuiet)
    bench.events.forEach(summary.receive)
    return summary.lines
  }

  @Test func `the summary lists recovered steps and a command`() {
    let bench = Workbench()
    func recover(_ name: String, line: UInt) {
      bench.step(name, until: { RetryAttempt.current?.number == 2 }, file: "/src/Steps.swift", line: line)
    }
    bench.run {
      bench.step("Launch")
      recover("Sign In", line: 26)
      recover("Sign In", line: 26)
      bench.step("Sign In")
      recover("Launch", line: 1)
    }
    let line = "♻️ 3 steps recovered (2 different): Sign In (Steps.swift:26), Launch (Steps.swift:1)."
    #expect(lines(of: bench) == [line])
    #expect(lines(of: bench, command: "show it") == [line, "♻️ To see them: show it"])
    bench.run { for number in 3...14 { recover("Pay \(number)", line: 2) } }
    let more = (3...10).map { ", Pay \($0) (Steps.swift:2)" }.joined()
    #expect(
      lines(of: bench) == [
        "♻️ 15 steps recovered (14 different): Sign In (Steps.swift:26), Launch (Steps.swift:1)\(more) and 4 more."
      ]
    )
    let summary = RunSummary()
    for number in 1...12 {
      let test = TestIdentity(framework: .xctest, suite: "S", function: "test\(number)", name: "", start: Date())
      summary.receive(RetryEvent(.testFailed(by: "Buy \(number)"), ofTest: test))
    }
    let failed = (1...10).map { "Buy \($0)" }.joined(separator: ", ")
    #expect(summary.lines == ["♻️ A step failed in 12 tests: \(failed) and 2 more."])
  }

  @Test func `the summary omits passes, waits, skips and forced failures`() {
    let bench = Workbench(variables: ["AUTO_RETRY_REHEARSE": "Launch"])
    bench.run {
      bench.step("Sign In")
      bench.step("Launch", reset: {})
      _ = bench.autoWait("Badge", for: .zero, failTestOnFailure: false) { false }
      #expect(throws: XCTSkip.self) { try bench.step { throw XCTSkip() } }
    }
    #expect(lines(of: bench, command: "show it") == [])
    bench.run {
      bench.step("Launch", until: { RetryAttempt.current?.number != 2 }, reset: {}, file: "/Steps.swift", line: 1)
    }
    #expect(lines(of: bench) == ["♻️ 1 step recovered: Launch (Steps.swift:1)."])
  }

  @Test func `the summary names steps that failed without failing the test`() {
    let bench = Workbench()
    bench.run {
      for _ in 1...2 {
        bench.step("Rate", failsTest: false, until: { false }, file: "/Steps.swift", line: 1)
      }
      bench.step("Close Banner", failsTest: false)
    }
    #expect(lines(of: bench) == ["♻️ A step failed with failTestOnFailure: false: Rate (Steps.swift:1)."])
  }

  @Test func `the summary names a step that passed after it had failed its test`() throws {
    let (bench, summary) = (Workbench(), RunSummary())
    func signIn(_ isSignedIn: Bool, line: UInt) {
      bench.run { bench.step("Sign In", retries: 0, until: { isSignedIn }, file: "/Steps.swift", line: line) }
    }
    signIn(false, line: 1)
    let failed = bench.events
    for line in [1, 1, 2] as [UInt] { signIn(true, line: line) }
    failed.forEach(summary.receive)
    summary.receive(RetryEvent(.testFailed(by: "Sign In (Steps.swift:1)"), ofTest: try #require(failed.first?.test)))
    bench.events.dropFirst(failed.count).forEach(summary.receive)
    let hint = "If a loop runs the step again, use retryAttempts: instead."
    #expect(summary.lines.last == "♻️ A step passed after it had failed its test: Sign In (Steps.swift:1). \(hint)")
  }

  @Test func `the summary names a step whose name has a number that changes`() {
    let bench = Workbench()
    bench.run {
      for id in [20_981, 20_982, 30_411, 30_412, 40_007] {
        bench.step("Open \(id)", until: { RetryAttempt.current?.number == 2 }, file: "/src/Steps.swift", line: 7)
        bench.step("Tap \(id % 10)", until: { RetryAttempt.current?.number == 2 }, file: "/src/Steps.swift", line: 8)
      }
    }
    let names = lines(of: bench).filter { $0.hasPrefix("♻️ A step had ") }
    let hint = "Leave changing numbers out of a name, or the report takes it for another step in each run."
    #expect(names == ["♻️ A step had 5 names: Open 20981 (Steps.swift:7). \(hint)"])
  }

  @Test func `the summary names steps that were canceled`() async {
    let bench = Workbench()
    let task = Task {
      _ = try? await bench.run {
        try await bench.autoRetry("Sign In", file: "/Steps.swift", line: 1) {
          try await bench.autoRetry("Open") { try await Task.sleep(for: .seconds(60)) }
        }
      }
    }
    task.cancel()
    await task.value
    #expect(lines(of: bench) == ["♻️ A step was canceled: Sign In (Steps.swift:1)."])
  }

  @Test func `the summary names variables that changed too late`() {
    let summary = RunSummary(isQuiet: true, changedVariables: { ["AUTO_RETRY_ATTEMPTS"] })
    #expect(summary.lines == ["♻️ AUTO_RETRY_ATTEMPTS was changed after it had been read, which has no effect."])
  }

  @Test(arguments: [true, false])
  func `the summary names a variable that was changed only while a step failed`(fails: Bool) {
    let changed = Locked(["AUTO_RETRY_ATTEMPTS"])
    let bench = Workbench()
    bench.run { bench.step("Find", retries: 1, until: { !fails }) }
    let summary = RunSummary(isQuiet: true, changedVariables: { changed.withLock { $0 } })
    bench.events.forEach(summary.receive)
    changed.withLock { $0 = [] }
    let line = "♻️ AUTO_RETRY_ATTEMPTS was changed after it had been read, which has no effect."
    #expect(summary.lines == (fails ? [line] : []))
  }

  @Test func `the summary names the outermost step an error left`() {
    let nothing: [Int] = []
    let steps: [(Workbench) throws -> Void] = [
      { try $0.step("Pay", until: { false }, reset: { throw NotYet() }, file: "/Steps.swift", line: 1) },
      { _ = try $0.autoRetry("Pay", file: "/Steps.swift", line: 1) { nothing.first } },
    ]
    for step in steps {
      let bench = Workbench()
      #expect(throws: (any Error).self) { try bench.run { try step(bench) } }
      #expect(lines(of: bench) == ["♻️ A step failed in 1 test: Pay (Steps.swift:1)."])
    }
  }

  /// Swift Testing does not tell whether the test expects the error.
  @Test func `the summary omits an error that is not retried`() {
    let bench = Workbench()
    let stop = RetryPolicy(isRetryable: { _ in false })
    #expect(throws: NotYet.self) { try bench.run { try bench.step("Pay", policy: stop) { throw NotYet() } } }
    #expect(lines(of: bench) == [])
  }

  @Test(arguments: [
    ("Sing", "♻️ AUTO_RETRY_REHEARSE: no step matching \"Sing\" ran."), ("S.* In", nil),
    ("Badge", "♻️ AUTO_RETRY_REHEARSE: no step matching \"Badge\" ran."),
  ])
  func `an unmatched forced failure is logged even at level off`(pattern: String, line: String?) {
    let bench = Workbench(variables: ["AUTO_RETRY_REHEARSE": pattern])
    #expect(lines(of: bench) == [])
    bench.run {
      bench.step("Sign In", reset: {})
      _ = bench.autoWait("Badge") { true }
    }
    #expect(lines(of: bench, isQuiet: true) == [line].compactMap { $0 })
  }

  #if os(Linux)
    @Test func `the summary names only steps that failed tests`() async throws {
      let steps = ["NotFailing", "Caught", "Exhausted"].map { "StepFixture/test\($0)" }
      let tests = steps + ["NestFixture/testVoucher", "NestFixture/testProbe"]
      let run = try await Fixtures.runXCTest(tests.joined(separator: ",Fixtures."))
      let launch = try Mark("exhausted", in: "StepFixture.swift").short
      let add = try Mark("add", in: "NestFixture.swift").short
      let line = "♻️ A step failed in 2 tests: Add Voucher (\(add)), Launch (\(launch))."
      #expect(run.lines.contains(line), "\(run.lines.suffix(5))")
      #expect(run.lines.contains { $0.hasPrefix("♻️ ") && $0.contains(" recovered: ") }, "\(run.lines.suffix(5))")
    }

    @Test func `the summary names a step whose error a test that passed hid`() async throws {
      let tests = ["Hidden", "HiddenInReset", "Refused"].map { "StepFixture/test\($0)" }
      let run = try await Fixtures.runXCTest(tests.joined(separator: ",Fixtures."))
      let places = try ["hidden", "hidden in reset"].map { try Mark($0, in: "StepFixture.swift").short }
      let lines = run.lines.filter { $0.hasPrefix("♻️ A step") }
      #expect(
        lines == [
          "♻️ A step failed in a test that passed, which caught its error: Find (\(places[0])), Launch (\(places[1]))."
        ]
      )
    }

    @Test func `the summary names a step without a condition in a test that failed`() async throws {
      let run = try await Fixtures.runXCTest("StepFixture/testHasNoCondition")
      let place = try Mark("tap", in: "StepFixture.swift").short
      let lines = run.lines.filter { $0.hasPrefix("♻️ ") }
      let reason = "Its action neither threw nor failed an assertion."
      #expect(lines == ["♻️ In a test that failed, a step without until: was not retried: Tap (\(place)). \(reason)"])
      let other = try await Fixtures.runXCTest("StepFixture/testAssertsInStep,Fixtures.StepFixture/testSwallowsSkip")
      #expect(!other.output.contains("without until:"), "\(other.output)")
    }

    @Test func `the summary names a step that runs until the end of the process`() async throws {
      let run = try await Fixtures.runXCTest("StepFixture/testLeavesTaskBehind")
      let lines = run.lines.filter { $0.hasPrefix("♻️ ") }
      #expect(lines.count == 1 && lines.allSatisfy { $0.hasPrefix("♻️ A step was still running at the end: Log In (") })
    }

    @Test func `the summary names a step whose skip the test swallowed`() async throws {
      let run = try await Fixtures.runXCTest("StepFixture/testSwallowsSkip,Fixtures.StepFixture/testTakesSkip")
      let place = try Mark("skips", in: "StepFixture.swift").short
      let lines = run.lines.filter { $0.hasPrefix("♻️ ") }
      #expect(lines == ["♻️ A step threw a skip in a test that was not skipped: Reach Server (\(place))."])
      #expect(try await !Fixtures.runXCTest("StepFixture/testTakesSkip").output.contains("threw a skip in"))
    }

    @Test func `the summary names a step that ran again without reset steps in a test that failed`() async throws {
      let tests = ["LeavesOne", "LeavesTwo", "AddsTwo", "FailsAfterReset"].map { "StepFixture/test\($0)" }
      let place = try Mark("leftover", in: "StepFixture.swift").short
      let line = "♻️ In a test that failed, the action of a step ran again without reset steps: Add to Cart (\(place))."
      let run = try await Fixtures.runXCTest(tests.joined(separator: ",Fixtures."))
      #expect(run.lines.contains(line), "\(run.lines.suffix(5))")
      let calm = try await Fixtures.runXCTest(tests.dropFirst().joined(separator: ",Fixtures."))
      #expect(calm.lines.contains { $0.hasPrefix("♻️ 3 steps recovered") }, "\(calm.lines.suffix(5))")
      #expect(!calm.lines.contains { $0.hasPrefix("♻️ In a test") }, "\(calm.lines.suffix(5))")
    }

    @Test func `the summary names a step that failed after the last test`() async throws {
      let run = try await Fixtures.runXCTest("LastTestFixture")
      let place = try Mark("after the last test", in: "OutsideTestsFixture.swift").short
      #expect(run.lines.contains("♻️ A step failed outside the tests: Open Page (\(place))."), "\(run.lines.suffix(5))")
    }

    @Test func `a run without retries names the steps that failed tests, too`() async throws {
      let run = try await Fixtures.runXCTest("NestFixture/testVoucher", ["AUTO_RETRY_ATTEMPTS": "0"])
      let place = try Mark("add", in: "NestFixture.swift").short
      #expect(run.lines.contains("♻️ A step failed in 1 test: Add Voucher (\(place))."))
    }

    @Test func `the summary omits expected and dropped failures`() async throws {
      let suite = "WithholdingSuiteFixture/(nest|expectedNest)\\(|FlakySuiteFixture/"
      let run = try await Fixtures.runSwiftTesting("(\(suite))")
      let place = try Mark("add", in: "NestFixture.swift").short
      #expect(run.lines.contains("♻️ A step failed in 1 test: Add Voucher (\(place))."), "\(run.lines.suffix(5))")
      #expect(run.lines.contains { $0.hasPrefix("♻️ A step failed in a known issue: ") }, "\(run.lines.suffix(5))")
    }

    @Test(arguments: ["off", "retries"])
    func `with level off only an unmatched forced failure is logged`(level: String) async throws {
      let variables = ["AUTO_RETRY_LOG": level, "AUTO_RETRY_REHEARSE": "Lunch"]
      let run = try await Fixtures.runXCTest("StepFixture/testRecovered", variables)
      #expect(run.exitCode == 0)
      #expect(run.log.isEmpty == (level == "off"))
      #expect(run.output.contains("♻️ AUTO_RETRY_REHEARSE: no step matching \"Lunch\" ran."))
      #expect(run.output.contains("♻️ 1 step recovered: Launch (StepFixture.swift:") == (level != "off"))
    }
  #endif
}
