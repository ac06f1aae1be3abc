import Foundation
import Testing

@testable import TargetedAutoRetry

/// The lines that the log leaves out where a nest of steps repeats itself.
@Suite struct CondensingTests {
  private struct Page: TargetedAutoRetry {}

  /// A test in which steps are written to the log; each step that is called here is at the line of its call.
  private final class Bench: @unchecked Sendable {
    private let written = Locked<[String]>([])
    private(set) var world: World!
    let time = FakeTime()

    init() {
      let written = written
      let log = ConsoleLog(level: .steps, write: { line in written.withLock { $0.append(line) } })
      world = World(timekeeper: time.timekeeper, sinks: [log], recordFailure: { _ in })
    }

    func run(_ body: () throws -> Void) rethrows {
      try Surroundings.$current.withValue(.with(world: world), operation: body)
    }

    /// Without the time and the name of the test.
    var lines: [String] {
      written.withLock { $0 }.map { $0.replacing(#/^ +t = +[0-9.]+s (\[[^\]]*\] )?/#, with: "") }
    }

    /// The same without what is about causes and attempts: names and ends of steps.
    func lines(of name: String) -> [String] {
      lines.filter { $0.contains(name) }.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private func leaf(_ name: String, line: UInt = #line, isMet: () -> Bool = { false }) {
    step(name, line: line, {}, isMet: isMet)
  }

  /// A step that is only logged; its name and line tell it from others.
  @discardableResult
  private func step(
    _ name: String,
    retries: Int = 1,
    line: UInt = #line,
    _ body: () throws -> Void,
    isMet: () -> Bool = { false }
  ) rethrows -> Int {
    try Page().autoRetry(
      mainAction: body,
      successCondition: isMet,
      actionDescription: name,
      retryAttempts: retries,
      failTestOnFailure: false,
      line: line
    )
  }

  private static let failTap =
    "♻️♻️♻️❌ [FAIL] Auto Retry failed 1 time for action: Tap. Moving on to the next step without failing the test."

  private static let hint =
    "♻️♻️♻️💡 [HINT] Tap has failed in an earlier attempt of a step around it: from here on only what is new is logged of such "
    + "steps. AUTO_RETRY_LOG=all shows every line."

  @Test func `a step that fails again in the next attempt around it has its first and its last line`() {
    let bench = Bench()
    bench.run { step("Open", retries: 2) { leaf("Tap") } }
    let again = bench.lines.drop { $0 != "♻️♻️♻️▶️ [NEW RETRY ACTION: 1] Open. Retry attempt: 1. Attempts remaining: 1." }
    #expect(
      again.prefix(5) == [
        "♻️♻️♻️▶️ [NEW RETRY ACTION: 1] Open. Retry attempt: 1. Attempts remaining: 1.", "    \(Self.hint)", "    Tap",
        "    \(Self.failTap)",
        "♻️♻️♻️⏱ [SUCCESS CONDITION: 1] Wait for Success Condition for action: Open. Retry attempt: 1. Attempts remaining: 1.",
      ]
    )
    #expect(bench.lines.filter { $0.contains("[HINT]") }.count == 1)
    #expect(bench.lines(of: "[FAIL] Auto Retry failed 1 time for action: Tap").count == 3)
  }

  @Test func `an inner step is not condensed in a loop, nor where another with its name or its line has failed`() {
    let bench = Bench()
    bench.run {
      step("Open") {
        if RetryAttempt.current?.number == 1 {
          leaf("Tap", line: 7)
        } else {
          leaf("Swipe", line: 7)
          leaf("Tap", line: 9)
        }
        for _ in 1...2 { leaf("Tap", line: 8) }
      }
    }
    #expect(bench.lines(of: "Wait for Success Condition for action: Tap").count == 8)
    #expect(bench.lines(of: "Wait for Success Condition for action: Swipe").count == 2)
    // In the second attempt line 8 is condensed, twice.
    #expect(bench.lines.filter { $0 == "    Tap" }.count == 6)
  }

  @Test func `a step that recovered before, or passed, is not condensed`() {
    let bench = Bench()
    bench.run {
      step("Open") {
        var taps = 0
        step("Tap") {
          taps += 1
        } isMet: {
          taps == 2
        }
        leaf("Look", isMet: { true })
      }
    }
    #expect(bench.lines(of: "[RETRY INFO: 0] Tap").count == 2)
    #expect(bench.lines(of: "Wait for Success Condition for action: Look").count == 2)
    #expect(!bench.lines.contains { $0.contains("[HINT]") })
  }

  @Test func `a condensed step that behaves otherwise says so`() throws {
    let bench = Bench()
    try bench.run {
      try step("Open", retries: 3) {
        let attempt = RetryAttempt.current?.number ?? 0
        try step("Tap") {
          let isSecond = RetryAttempt.current?.number == 2
          if attempt == 2, isSecond { throw Broken(description: "another cause") }
          if attempt == 3, !isSecond { throw Broken(description: "another cause") }
          if attempt == 4, !isSecond { throw Broken(description: "a third") }
        } isMet: {
          attempt == 4
        }
      }
    }
    let tap = bench.lines.filter { $0.hasPrefix("    ") && !$0.contains("[HINT]") }.map { String($0.dropFirst(4)) }
    let second = try #require(tap.dropFirst().firstIndex(of: "Tap"))
    #expect(
      tap[second...] == [
        "Tap", "♻️♻️♻️🔎 [CAUSE: 1] Threw another cause.", Self.failTap,
        "Tap", Self.failTap,
        "Tap", "♻️♻️♻️🔎 [CAUSE: 0] Threw a third.",
        "♻️♻️♻️✅ Tap required 1 retry attempt before success. Cure: retrying.",
      ]
    )
  }

  @Test func `a condensed step that is stopped says so`() {
    let bench = Bench()
    #expect(throws: CancellationError.self) {
      try bench.run {
        try step("Open") {
          let attempt = RetryAttempt.current?.number ?? 0
          try step("Tap") { if attempt == 2 { throw CancellationError() } }
        }
      }
    }
    #expect(bench.lines.suffix(3).first == "    Tap")
    #expect(bench.lines.suffix(2).first?.hasPrefix("    ♻️♻️♻️🛑 [STOP: 0] Tap stopped at CondensingTests.swift:") == true)
  }

  @Test func `steps inside of a condensed one have only what is new, and who it is of`() throws {
    let bench = Bench()
    try bench.run {
      try step("Buy") {
        let isSecond = RetryAttempt.current?.number == 2
        try step("Open") {
          let attempt = RetryAttempt.current?.number ?? 0
          try step("Tap") { if isSecond, attempt == 2 { throw Broken(description: "another cause") } }
          if isSecond { leaf("Look", isMet: { RetryAttempt.current?.number == 2 }) }
          leaf("Wait", isMet: { true })
        }
      }
    }
    let lines = bench.lines
    let again = try #require(lines.firstIndex { $0.contains("[NEW RETRY ACTION: 1] Buy") })
    let end = try #require(lines.firstIndex { $0.contains("[SUCCESS CONDITION: 1]") && $0.contains("Buy") })
    #expect(
      lines[(again + 1)..<end].map { $0 } == [
        "    Open",
        "        ♻️♻️♻️ [RETRY INFO: 0] Look Attempt Unsuccessful. Number of attempts: 1. Attempts remaining: 1. Retrying.",
        "        ♻️♻️♻️🔎 [CAUSE: 0] The success condition was false after 0 ms.",
        "        ♻️♻️♻️✅ Look required 1 retry attempt before success. Cure: retrying.",
        "        ♻️♻️♻️ [RETRY INFO: 0] Tap Attempt Unsuccessful. Number of attempts: 1. Attempts remaining: 1. Retrying.",
        "        ♻️♻️♻️🔎 [CAUSE: 0] Threw another cause.",
        "        \(Self.failTap)",
        "        ♻️♻️♻️✅ Look required 1 retry attempt before success. Cure: retrying.",
        "    ♻️♻️♻️❌ [FAIL] Auto Retry failed 1 time for action: Open. Moving on to the next step without failing the test.",
      ]
    )
  }

  @Test func `a cause is told from another by its words, not by the time that was measured`() {
    let bench = Bench()
    var looks = 0
    bench.run {
      leaf(
        "Open",
        isMet: {
          looks += 1
          bench.time.advance(by: .milliseconds(looks))
          return false
        }
      )
    }
    #expect(
      bench.lines.filter { $0.contains("[CAUSE") } == [
        "♻️♻️♻️🔎 [CAUSE: 0] The success condition was false after 1 ms.",
        "♻️♻️♻️🔎 [CAUSE: 1] The same cause as in [CAUSE: 0].",
      ]
    )
  }

  @Test func `a step that runs once more in another outermost step begins anew`() {
    let bench = Bench()
    bench.run { for _ in 1...2 { step("Open") { leaf("Tap") } } }
    #expect(bench.lines.filter { $0.contains("Wait for Success Condition for action: Tap") }.count == 4)
    #expect(bench.lines.filter { $0.contains("[HINT]") }.count == 1)
  }

  @Test func `nothing is remembered of steps that are over`() {
    let steps = LoggedSteps(condenses: true)
    struct Sink: RetryEventSink {
      let steps: LoggedSteps
      func receive(_ event: RetryEvent) { steps.take(event, LogText(event, .steps)) { _, _ in } }
    }
    let time = FakeTime()
    let world = World(timekeeper: time.timekeeper, sinks: [Sink(steps: steps)], recordFailure: { _ in })
    Surroundings.$current.withValue(.with(world: world)) { step("Open") { leaf("Tap") } }
    #expect(steps.state.withLock { $0.running.isEmpty && $0.memories.isEmpty })
  }

  #if os(Linux)
    @Test(arguments: [("steps", 61), ("retries", 51), ("all", 218)])
    func `a nest that always fails says its assertion once, on one screen`(level: String, count: Int) async throws {
      let run = try await Fixtures.runXCTest("NestFixture/testCheckout", ["AUTO_RETRY_LOG": level])
      #expect(run.exitCode == 1)
      #expect(run.output.split(separator: "\n").count == count)
      #expect(run.log.count { $0.contains("the basket is empty") } == (level == "all" ? 75 : 1))
      #expect(level != "retries" || run.log.allSatisfy { $0.contains("♻️") })
      // Each assertion and each step once, however much time its attempts took.
      let failures = run.lines.filter { $0.contains(": error: ") }
      #expect(failures.count == 4)
      #expect(failures.count { $0.contains("[FAIL] Tap failed: 3 attempts (the first and 2 retries) in ") } == 1)
    }

    @Test func `steps side by side are condensed as well, and their lines are told apart`() async throws {
      let run = try await Fixtures.runXCTest("NestFixture/testSideBySide")
      let again = run.log.drop { !$0.contains("[NEW RETRY ACTION: 1] Checkout") }
      for name in ["Ada", "Grace"] {
        let lines = again.filter { $0.hasSuffix("    \(name)") || $0.contains("action: \(name)") }
        #expect(lines.count == 2, "\(again)")
        #expect(lines.last?.contains(#/^\[s\d+\] .*\[FAIL\]/#) == true)
      }
      #expect(run.log.count { $0.contains("[HINT]") } == 1)
    }

    @Test(arguments: [
      ("testSecondAssertion", "the total is wrong"), ("testAssertionBeforeHang", "the basket is empty"),
    ])
    func `an assertion that no cause names has a line, even if its step is not retried or hangs`(
      test: String,
      assertion: String
    ) async throws {
      let run = try await Fixtures.runXCTest("NestFixture/\(test)")
      #expect(run.exitCode == 0)
      #expect(run.log.count { $0.contains("[WITHHELD: 0]") && $0.hasSuffix(assertion) } == 1, "\(run.log)")
    }

    @Test func `the cause of an outer step is the step that failed it, not a probe before`() async throws {
      let log = try await Fixtures.runXCTest("NestFixture/testProbe").log
      #expect(log.filter { $0.contains("[CAUSE: 0] Tap (NestFixture.swift:") && $0.hasSuffix("failed.") }.count == 1)
      #expect(!log.contains { $0.contains("CAUSE") && ($0.contains("Banner") || $0.contains("Badge")) }, "\(log)")
    }

    @Test func `a test that runs again begins anew`() async throws {
      let log = try await Fixtures.runXCTest("NestFixture/testRerun").log
      let first = log.prefix { !$0.contains("[FLAKY]") }
      let second = log.drop { !$0.contains("[FLAKY]") }.dropFirst().prefix { !$0.contains("[FLAKY]") }
      #expect(first.filter { !$0.contains("[WITHHELD") } == Array(second).filter { !$0.contains("[WITHHELD") })
    }
  #endif
}
