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
      let log = ConsoleLog(
        level: .steps,
        write: { text in written.withLock { $0 += text.components(separatedBy: "\n") } }
      )
      world = World(timekeeper: time.timekeeper, sinks: [log], recordFailure: { _ in true })
    }

    func run(_ body: () throws -> Void) rethrows {
      try Surroundings.$current.withValue(Surroundings(in: .current, world: world), operation: body)
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

  private static let hint =
    "♻️♻️♻️💡 [HINT] From here on inner steps log only what is new. AUTO_RETRY_LOG=all shows every line."

  @Test func `an inner step that runs again has no line that it had before, whatever times it has measured`() {
    let bench = Bench()
    var looks = 0
    func isMet() -> Bool {
      looks += 1
      bench.time.advance(by: .milliseconds(looks))
      return false
    }
    bench.run { step("Open", retries: 2) { leaf("Tap", isMet: isMet) } }
    let again = bench.lines.drop { $0 != "♻️♻️♻️▶️ [NEW RETRY ACTION: 1] Open. Retry attempt: 1. Attempts remaining: 1." }
    let condition = "♻️♻️♻️⏱ [SUCCESS CONDITION: 1] Wait for Success Condition for action: Open."
    #expect(again.dropFirst().first == "    \(Self.hint)")
    #expect(again.dropFirst(2).first == "\(condition) Retry attempt: 1. Attempts remaining: 1.")
    #expect(again.dropFirst(2).filter { $0.hasPrefix("    ") } == [])
  }

  @Test func `an inner step of another name or another line has all its lines`() {
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
    #expect(bench.lines(of: "Wait for Success Condition for action: Tap").count == 6)
    #expect(bench.lines(of: "Wait for Success Condition for action: Swipe").count == 2)
    #expect(bench.lines.filter { $0 == "    Tap" }.count == 3)
  }

  @Test func `an inner step that runs again logs what is new, and of which attempt it is`() throws {
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
    let second = try #require(tap.firstIndex { $0.contains("another cause") }) - 1
    let first =
      "♻️♻️♻️ [RETRY INFO: 0] Tap Attempt Unsuccessful. Number of attempts: 1. Attempts remaining: 1. Retrying."
    #expect(
      tap[second...] == [
        "♻️♻️♻️ [RETRY INFO: 1] Tap Attempt Unsuccessful. Number of attempts: 2. Attempts remaining: 0. "
          + "No more retries will be attempted.",
        "♻️♻️♻️🔎 [CAUSE: 1] Threw another cause.",
        first, "♻️♻️♻️🔎 [CAUSE: 0] Threw another cause.",
        first, "♻️♻️♻️🔎 [CAUSE: 0] Threw a third.",
        "♻️♻️♻️✅ Tap required 1 retry attempt before success. Cure: retrying.",
      ]
    )
  }

  @Test func `a step that runs once more in another outermost step begins anew`() {
    let bench = Bench()
    bench.run { for _ in 1...2 { step("Open") { leaf("Tap") } } }
    #expect(bench.lines.filter { $0.contains("Wait for Success Condition for action: Tap") }.count == 4)
    #expect(bench.lines.filter { $0.contains("[HINT] From here on") }.count == 2)
  }

  @Test func `a loop of equal steps logs three of them, and the retries of the others`() {
    let bench = Bench()
    bench.run {
      for round in 1...1_000 {
        step("Tap \(round)", line: 7) {
          leaf("Look", isMet: { true })
        } isMet: {
          round % 300 != 0 || RetryAttempt.current?.number == 2
        }
      }
    }
    #expect(bench.lines.filter { $0.contains("[HINT] From here on this line logs only retries.") }.count == 1)
    #expect(bench.lines.filter { $0.hasPrefix("Tap ") }.count == 3)
    #expect(bench.lines.filter { $0.contains("Look") }.count == 6)
    #expect(bench.lines.filter { $0.contains("[RETRY INFO: 0]") }.count == 3)
    #expect(bench.lines.filter { $0.contains("✅ Tap ") }.count == 3)
    #expect(bench.lines.count < 30)
    bench.run { leaf("Swipe") }
    #expect(bench.lines.contains("Swipe"))
  }

  @Test func `nothing is remembered of steps that are over`() {
    let steps = LoggedSteps(.steps)
    struct Sink: RetryEventSink {
      let steps: LoggedSteps
      func receive(_ event: RetryEvent) { _ = steps.lines(of: event) }
    }
    let time = FakeTime()
    let world = World(timekeeper: time.timekeeper, sinks: [Sink(steps: steps)], recordFailure: { _ in true })
    Surroundings.$current.withValue(Surroundings(in: .current, world: world)) { step("Open") { leaf("Tap") } }
    #expect(steps.isEmpty)
  }

  #if os(Linux)
    @Test(arguments: [("steps", 52), ("retries", 22), ("all", 215)])
    func `a nest that always fails is on one screen, its assertion once for each attempt of one run`(
      level: String,
      count: Int
    ) async throws {
      let run = try await Fixtures.runXCTest("NestFixture/testCheckout", ["AUTO_RETRY_LOG": level])
      #expect(run.exitCode == 1)
      #expect(run.output.split(separator: "\n").count == count)
      #expect(run.log.count { $0.contains("the basket is empty") } == (["all": 73, "steps": 3, "retries": 1][level]))
      #expect(level != "steps" || run.log.count <= 40)
      #expect(level != "retries" || run.log.allSatisfy { $0.contains("♻️") })
      // The outermost step, with the way out and the assertion.
      let failures = run.errors
      #expect(failures.count == 1)
      #expect(failures.first?.contains("[FAIL] Checkout failed: 3 attempts (the first and 2 retries) in ") == true)
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
  #endif
}
