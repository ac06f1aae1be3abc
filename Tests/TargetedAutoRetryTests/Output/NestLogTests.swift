import Foundation
import Testing

@testable import TargetedAutoRetry

/// The lines of inner steps: all of them at first, and only the last one while an outer step retries.
@Suite struct NestLogTests {
  private struct Page: TargetedAutoRetry {}

  private let bench = Workbench(holdsBack: true)

  /// The lines of the console, without the time and the name of the test.
  private func lines(
    at level: LogLevel = .steps,
    hasColors: Bool = false,
    _ body: () throws -> Void
  ) rethrows -> [String] {
    let lines = Locked<[String]>([])
    let log = ConsoleLog(
      level: level,
      hasColors: { _ in hasColors },
      write: { text in lines.withLock { $0 += text.components(separatedBy: "\n") } }
    )
    var bench = bench
    bench.hears = log.receive
    try bench.run(body)
    return lines.withLock { $0 }.map { $0.replacing(#/ {4}t = +[0-9.]+s (\[[^\]]*\] )?/#, with: "") }
  }

  /// Outer, middle and inner steps, of which the middle one succeeds in the second attempt of the outer one.
  private func nest() {
    let page = Page()
    page.step("Outer", retries: 1, failsTest: false, until: { RetryAttempt.current?.number == 2 }) {
      let isSecond = RetryAttempt.current?.number == 2
      page.step("Passes")
      page.step("Inner", retries: 1, failsTest: false, until: { isSecond && RetryAttempt.current?.number == 2 })
    }
  }

  @Test(arguments: [(LogLevel.steps, 25), (.all, 35), (.retries, 3)])
  func `a step with five retries and a delay has these many lines`(level: LogLevel, count: Int) {
    let policy = RetryPolicy(retryAttempts: 5, delay: .constant(.seconds(1)))
    let lines = lines(at: level) {
      withRetryPolicy(policy) { _ = Page().step("Open", failsTest: false, until: { false }) }
    }
    #expect(lines.count == count)
    #expect(lines.contains { $0.contains("[WAIT: ") || $0.contains("[LATE CHECK: ") } == (level == .all))
  }

  @Test func `a terminal shows each kind of line in its color`() {
    let page = Page()
    let lines = lines(hasColors: true) {
      page.step("Open", retries: 1, failsTest: false, until: { RetryAttempt.current?.number == 2 }, reset: {})
      page.step("Pay", retries: 0, failsTest: false, until: { false })
    }
    let texts = [
      "2m": ["Open", "Wait", "♻️♻️♻️", "♻️♻️♻️⏪", "♻️♻️♻️▶️", "♻️♻️♻️⏱", "Pay", "Wait", "♻️♻️♻️"],
      // The cause of the attempt that is retried, and that of the attempt that ends its step.
      "33m": ["♻️♻️♻️🔎"], "31m": ["♻️♻️♻️🔎", "♻️♻️♻️❌"], "32m": ["♻️♻️♻️✅"],
    ]
    for (code, starts) in texts {
      let colored = lines.filter { $0.hasPrefix("\u{1B}[\(code)") && $0.hasSuffix("\u{1B}[0m") }
      let words = colored.map { $0.dropFirst(code.count + 2).prefix { $0 != " " && $0 != "\u{1B}" } }
      #expect(words.map(String.init) == starts)
    }
    #expect(lines.count == texts.values.joined().count)
  }

  @Test func `while an outer step retries, inner steps log one line`() {
    let lines = lines(nest)
    let again = lines.firstIndex { $0.contains("[NEW RETRY ACTION: 1] Outer") } ?? 0
    #expect(lines[..<again].contains("    Passes") && lines[..<again].contains("    Inner"))
    #expect(lines[..<again].contains { $0.hasPrefix("    ♻️♻️♻️🔎 [CAUSE: 1]") })
    #expect(
      lines[again...].filter { $0.hasPrefix("    ") } == [
        "    ♻️♻️♻️✅ Inner required 1 retry attempt before success. Recovered by retrying."
      ]
    )
  }

  @Test func `the cause of a retry has that of an inner step without lines`() {
    let page = Page()
    let lines = lines {
      page.step("Outer", retries: 1, failsTest: false, until: { false }) {
        page.step("Inner", retries: 0, failsTest: false, until: { false })
      }
    }
    let causes = lines.filter { $0.hasPrefix("♻️♻️♻️🔎 [CAUSE: ") }
    #expect(causes.count == 2)
    #expect(causes.first?.contains("(in Inner at NestLogTests.swift:") == true)
    #expect(causes.first?.contains("success condition was still false 0 ms after the action (checked once))") == false)
    #expect(causes.last?.contains("success condition was still false 0 ms after the action (checked once))") == true)
  }

  /// An error whose description runs a step.
  private struct Talkative: Error, CustomStringConvertible {
    let describe: @Sendable () -> Void

    var description: String {
      describe()
      return "talkative"
    }
  }

  @Test func `a description may run a step, and lines stay together`() throws {
    let lines = try lines(at: .all) {
      let environment = StepEnvironment.current
      let error = Talkative {
        DispatchQueue.global().sync {}
        let group = DispatchGroup()
        group.enter()
        Thread.detachNewThread {
          StepEnvironment.$current.withValue(environment) {
            _ = Page().step("Inner")
          }
          group.leave()
        }
        #expect(group.wait(timeout: .now() + 600) == .success)
      }
      try Page().step("Outer") { if RetryAttempt.current?.number == 1 { throw error } }
    }
    #expect(lines.contains { $0.hasSuffix("Inner") })
    let failed = try #require(lines.firstIndex { $0.contains("[RETRY INFO: 0] Outer") })
    #expect(lines[failed + 1].hasSuffix("[CAUSE: 0] Threw talkative."))
  }

  @Test(arguments: [(LogLevel.steps, 40), (.retries, 39), (.all, 164)])
  func `a nest of three levels that always fails is on one screen`(level: LogLevel, count: Int) {
    let page = Page()
    let lines = lines(at: level) {
      withRetryPolicy(RetryPolicy(retryAttempts: 2)) {
        _ = page.step("Checkout") {
          page.step("Add Shoes") {
            page.step("Tap") { bench.fail("the basket is empty") }
          }
        }
      }
    }
    #expect(lines.count == count)
    #expect(level != .retries || lines.allSatisfy { $0.contains("♻️") })
  }

  @Test func `the level for retries also prints stops and most hints`() {
    let page = Page()
    let lines = lines(at: .retries) {
      let policy = RetryPolicy(attemptTimeLimit: .seconds(5), isRetryable: { _ in false })
      _ = try? page.step("Load", policy: policy) { throw NotYet() }
      page.step("Open", retries: 1, failsTest: false, until: { noted(RetryAttempt.current?.number, as: "try") == 0 }) {
        if RetryAttempt.current?.number == 1 { bench.fail("no menu") }
      }
      StepEnvironment.current.dependencies?.emit(RetryEvent(.issueNotWithheld("late", .isOutside), ofTest: nil))
    }
    #expect(lines.contains { $0.contains("[STOP: 0] Load") })
    #expect(
      lines.filter { $0.contains("[HINT]") }.map { $0.contains("The first attempt of Open failed for a different") }
        == [true]
    )
    #expect(lines.contains { $0.contains("[NOT WITHHELD] late") })
  }

  @Test func `an assertion that no cause names has a line of its own`() {
    let page = Page()
    let lines = lines {
      page.step("Checkout") {
        if RetryAttempt.current?.number != 1 { return }
        page.step("Tap", retries: 0) {
          bench.fail("the basket is empty", line: 1)
          bench.fail("the total is wrong", line: 2)
        }
      }
    }
    #expect(lines.count { $0.contains("[WITHHELD: 0]") && $0.hasSuffix("the total is wrong") } == 1, "\(lines)")
  }

  @Test func `the cause of an outer step is the step that failed it`() {
    let page = Page()
    let lines = lines {
      page.step("Checkout") {
        let isFirst = RetryAttempt.current?.number == 1
        page.autoWait("Banner", for: .zero, failTestOnFailure: false) { false }
        page.step("Tap", retries: 0) {
          page.autoWait("Badge", for: .zero, failTestOnFailure: false) { false }
          if isFirst { bench.fail("the basket is empty") }
        }
      }
    }
    #expect(lines.count { $0.contains("[CAUSE: 0] Tap (NestLogTests.swift:") && $0.hasSuffix("failed.") } == 1)
    #expect(!lines.contains { $0.contains("CAUSE") && ($0.contains("Banner") || $0.contains("Badge")) }, "\(lines)")
  }

  #if os(Linux)
    /// The program `script` runs another one in a terminal, and `cat` reads its output through a pipe.
    @Test(
      .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")),
      arguments: [
        ("", "xterm", "", true), ("", "xterm", "| cat", false), ("1", "xterm", "", false), ("", "dumb", "", false),
      ],
      [false, true]
    )
    func `only a terminal shows colors`(
      _ place: (noColor: String, term: String, pipe: String, shows: Bool),
      isSwiftTesting: Bool
    ) async throws {
      let (noColor, term, pipe, shows) = place
      let test =
        try await isSwiftTesting
        ? Fixtures.swiftTesting("SuiteFixture/exhausted\\(") : Fixtures.xctest("StepFixture/testNotFailing", [:])
      let command = ([test.path] + test.arguments.map { "\"\($0)\"" }).joined(separator: " ")
      // A shell in between is the parent, as `swift test` is.
      let run = try await ChildProcess(
        arguments: ["script", "-qec", "sh -c '\(command) 2>&1 | cat' \(pipe)", "/dev/null"],
        environment: ["NO_COLOR": noColor, "TERM": term]
      ).run()
      #expect(run.output.contains("[FAIL] Auto Retry failed 1 time"))
      let colors = ["2m", "33m", "31m"].filter { run.output.contains("\u{1B}[\($0)    t = ") }
      #expect(colors.count == (shows ? 3 : 0), "\(run.output)")
    }

  #endif
}
