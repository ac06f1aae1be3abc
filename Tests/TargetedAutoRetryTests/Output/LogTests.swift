import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite struct LogTests {
  private static let recovered = """
    Launch
    Wait for Success Condition for action: Launch
    ♻️♻️♻️ [RETRY INFO: 0] Launch Attempt Unsuccessful. Number of attempts: 1. Attempts remaining: 3. Retrying.
    ♻️♻️♻️🔎 [CAUSE: 0] The success condition was still false 0 ms after the action (checked once).
    ♻️♻️♻️⏪ [RESET STEPS: 0] Run Reset Steps to Retry action: Launch
    ♻️♻️♻️▶️ [NEW RETRY ACTION: 1] Launch. Retry attempt: 1. Attempts remaining: 2.
    ♻️♻️♻️⏱ [SUCCESS CONDITION: 1] Wait for Success Condition for action: Launch. Retry attempt: 1. Attempts remaining: 2.
    ♻️♻️♻️ [RETRY INFO: 1] Launch Attempt Unsuccessful. Number of attempts: 2. Attempts remaining: 2. Retrying.
    ♻️♻️♻️🔎 [CAUSE: 1] The success condition was still false 0 ms after the action (checked once).
    ♻️♻️♻️⏪ [RESET STEPS: 1] Run Reset Steps to Retry action: Launch
    ♻️♻️♻️▶️ [NEW RETRY ACTION: 2] Launch. Retry attempt: 2. Attempts remaining: 1.
    ♻️♻️♻️⏱ [SUCCESS CONDITION: 2] Wait for Success Condition for action: Launch. Retry attempt: 2. Attempts remaining: 1.
    ♻️♻️♻️✅ Launch required 2 retry attempts before success. Recovered by retrying.
    """

  private static let notFailing = """
    Launch
    Wait for Success Condition for action: Launch
    ♻️♻️♻️ [RETRY INFO: 0] Launch Attempt Unsuccessful. Number of attempts: 1. Attempts remaining: 1. Retrying.
    ♻️♻️♻️🔎 [CAUSE: 0] The success condition was still false 0 ms after the action (checked once).
    ♻️♻️♻️▶️ [NEW RETRY ACTION: 1] Launch. Retry attempt: 1. Attempts remaining: 0.
    ♻️♻️♻️⏱ [SUCCESS CONDITION: 1] Wait for Success Condition for action: Launch. Retry attempt: 1. Attempts remaining: 0.
    ♻️♻️♻️ [RETRY INFO: 1] Launch Attempt Unsuccessful. Number of attempts: 2. Attempts remaining: 0.
    ♻️♻️♻️🔎 [CAUSE: 1] The success condition was still false 0 ms after the action (checked once).
    ♻️♻️♻️❌ [FAIL] Auto Retry failed 1 time for action: Launch. Moving on to the next step without failing the test.
    """

  private static let exhausted = notFailing.replacing(
    "Moving on to the next step without failing the test.",
    with: "No more retries will be attempted."
  )

  @Test func `a recovered step logs each attempt and what it took`() {
    let bench = Workbench()
    var launches = 0
    bench.run {
      _ = bench.step("Launch", until: { launches == 3 }, reset: {}) { launches += 1 }
    }
    #expect(bench.log.joined(separator: "\n") == Self.recovered)
  }

  @Test(arguments: [true, false])
  func `a failed step says whether the test fails`(fails: Bool) {
    let bench = Workbench()
    bench.run { bench.step("Launch", retries: 1, failsTest: fails, until: { nil }) }
    #expect(bench.log.joined(separator: "\n") == (fails ? Self.exhausted : Self.notFailing))
  }

  @Test(
    arguments: [
      ("502 ##vso[task.complete]", "502 #\\#vso[task.complete]"), ("##[error]", "#\\#[error]"),
      ("###teamcity[message]", "##\\#teamcity[message]"), ("##vso[\u{301}", "#\\#vso[\u{301}"),
      ("a ## b [c] #[", "a ## b [c] #["),
      (
        "Sign\u{0} In\u{1B}[2J\r\n  \u{202E}twice\u{7F}\t👩‍👩‍👧",
        "Sign\\0 In\\u{1B}[2J \\u{202E}twice\\u{7F}\t👩‍👩‍👧"
      ),
      ("##é[", "##é["), ("\u{61C}\u{200F}", "\\u{061C}\\u{200F}"),
    ]
  )
  func `a description stays one line, which no terminal or CI obeys`(description: String, line: String) {
    let bench = Workbench()
    bench.run { bench.step(description) }
    #expect(bench.log.first == line)
  }

  @Test(arguments: ["", " \n"])
  func `a step with an empty name is called by the place of its call`(name: String) {
    let bench = Workbench()
    bench.run {
      bench.step(name, retries: 0, until: { false }, file: "/src/Steps.swift", line: 7)
      bench.step()
    }
    #expect(bench.log.first == "Steps.swift:7" && bench.log.contains("Action"))
    #expect(bench.failures.first?.message.hasPrefix("♻️♻️♻️❌ [FAIL] Steps.swift:7 failed: ") == true)
  }

  @Test func `a long name is cut`() {
    let bench = Workbench()
    bench.run { bench.step(String(repeating: "x", count: 4_000), retries: 1, until: { false }) }
    #expect(bench.log.allSatisfy { $0.count < 400 } && bench.log.first?.hasSuffix("xx…") == true)
  }

  @Test func `a text is cut before it is made one line`() {
    let text = "a" + String(repeating: "\n", count: 20_000) + "b"
    #expect(text.onOneLine == "a …")
    #expect(Script.Broken(description: text).text == "a …")
    #expect(ValueText.of([text]).count == 200)
    // One character.
    #expect(ValueText.of(String(repeating: "\u{301}", count: 20_000)).utf8.count < 1_000)
  }

  private struct Response: Error { let body: String }

  private struct Refusal: LocalizedError { let errorDescription: String? }

  private static let huge = String(repeating: "0123456789 abcdef\n", count: 3_000_000)

  /// The kinds of errors whose text may have 50 MB.
  private static let hugeErrors: [any Error] = [
    Script.Broken(description: huge), Response(body: huge), Refusal(errorDescription: huge),
    Refusal(errorDescription: String(repeating: " ", count: 50_000_000)),
    NSError(domain: "Shop", code: 7, userInfo: [NSLocalizedDescriptionKey: huge]),
  ]

  @Test(arguments: hugeErrors.indices)
  func `an error of fifty megabytes costs no time`(index: Int) throws {
    let (bench, error) = (Workbench(holdsBack: true), Self.hugeErrors[index])
    let start = Self.threadTime
    try bench.run {
      try bench.step("Load", retries: 0) {
        bench.fail(Self.huge)
        throw error
      }
    }
    #expect(bench.log.allSatisfy { $0.count < 1_000 })
    // An unlimited text takes 0.6 to 8 seconds.
    #expect(Self.threadTime - start < 0.1)
  }

  /// In seconds; the load of the machine does not change it.
  private static var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func `a text of more than 500 characters is cut in the log`() throws {
    let bench = Workbench()
    func text(_ number: Int) -> String { "\(number)" + String(repeating: "x", count: 2_000) }
    try bench.run {
      try bench.step("Load", retries: 1) {
        throw Script.Broken(description: text(RetryAttempt.current?.number ?? 0))
      }
    }
    let causes = bench.log.filter { $0.contains("[CAUSE") }.map(\.count)
    #expect(causes.count == 2 && causes.allSatisfy { (500..<530).contains($0) })
    let message = bench.failures.first?.message ?? ""
    #expect(message.contains("First cause: Threw \(text(1)). Last cause: Threw 2xx") && message.count < 2_800)
  }

  @Test(arguments: [false, true]) func `a failure has 10,000 characters of a text`(isNested: Bool) throws {
    let bench = Workbench(holdsBack: true)
    func load() throws {
      try bench.step("Load", retries: 0) { throw Script.Broken(description: String(repeating: "x", count: 20_000)) }
    }
    try bench.run { isNested ? _ = try bench.step("All", retries: 0, load) : try load() }
    #expect(bench.failures.map { (10_000..<10_150).contains($0.message.count) } == [true])
  }

  @Test func `the cause has the time of the condition, or the error`() throws {
    let bench = Workbench()
    var attempt = 0
    func isMet() -> Bool {
      bench.time.advance(by: .milliseconds(5_040))
      return false
    }
    try bench.run {
      try bench.step(retries: 1, until: isMet) {
        attempt += 1
        if attempt == 2 { throw Script.Broken(description: "first line\n  second line") }
      }
    }
    let causes = bench.log.filter { $0.contains("[CAUSE") }
    #expect(
      causes == [
        "♻️♻️♻️🔎 [CAUSE: 0] The success condition was false after 5.0 s.",
        "♻️♻️♻️🔎 [CAUSE: 1] Threw first line second line.",
      ]
    )
    #expect(bench.failures.first?.message.contains("2 attempts (the first and 1 retry) in 5.0 s.") == true)
  }

  @Test(arguments: [(false, "Threw"), (true, "The reset steps threw")])
  func `an error that stops a step is its last line`(inResetSteps: Bool, what: String) {
    let bench = Workbench()
    func skip(if condition: Bool) throws { if condition { throw XCTSkip("not here") } }
    #expect(throws: XCTSkip.self) {
      try bench.run {
        try bench.step(
          until: { false },
          reset: { try skip(if: inResetSteps) },
          file: "/src/LoginTests.swift",
          line: 12
        ) { try skip(if: !inResetSteps) }
      }
    }
    #expect(
      bench.log.last == "♻️♻️♻️🛑 [STOP: 0] Action stopped at LoginTests.swift:12: \(what) XCTSkip(\"not here\"). "
        + "No more retries will be attempted."
    )
  }

  @Test func `a step that stops says that earlier assertions still fail the test`() {
    let bench = Workbench(holdsBack: true)
    #expect(throws: XCTSkip.self) {
      try bench.run {
        try bench.step("Open") {
          if RetryAttempt.current?.number == 2 { throw XCTSkip("not here") }
          bench.fail("no banner")
        }
      }
    }
    let line = bench.log.last
    #expect(line?.hasPrefix("♻️♻️♻️🛑 [STOP: 1] Open stopped at ") == true)
    #expect(line?.hasSuffix(" No more retries will be attempted. The issues of its attempts fail the test.") == true)
  }

  @Test func `a console line has the test's time and four spaces a level`() {
    let lines = Locked<[String]>([])
    let start = Date(timeIntervalSince1970: 1_000)
    let log = ConsoleLog(
      level: .all,
      now: { start.addingTimeInterval(12.345) },
      write: { line in lines.withLock { $0 += line.components(separatedBy: "\n") } }
    )
    func begin(_ step: Step, in name: String, of framework: TestIdentity.Framework) {
      let test = TestIdentity(framework: framework, suite: "ShopTests.A", function: "b", name: name, start: start)
      log.receive(RetryEvent(.begins(.action, Attempt(number: 1, retriesRemaining: 3)), of: step, in: test))
    }
    begin(.sample(), in: "A.testB", of: .xctest)
    begin(.sample(inside: .sample(inside: .sample())), in: "A/b()", of: .swiftTesting)
    #expect(
      lines.withLock { $0 } == [
        "    t =    12.35s Launch",
        "    t =    12.35s [A/b()]         Launch",
      ]
    )
  }

  @Test(arguments: [1, 2], ["a"])
  func `in Swift Testing each line names its test and its case`(number: Int, letter: String) {
    let bench = Workbench()
    let lines = Locked<[String]>([])
    bench.run { bench.step("Launch", until: { RetryAttempt.current?.number == 2 }) }
    let log = ConsoleLog(
      level: .all,
      write: { text in lines.withLock { $0 += text.components(separatedBy: "\n") } }
    )
    bench.events.forEach(log.receive)
    #expect(lines.withLock { $0 }.count == 7)
    for line in lines.withLock({ $0 }) {
      #expect(line.contains("s [LogTests/") && line.contains("(number:letter:) \(number), \"a\"] "))
    }
  }

  #if os(Linux)
    @Test(arguments: [
      ("CapturedFixture/testStepInCapturedOutput", "Run Tool"),
      ("CapturedFixture/testCapturedOutputInStep", "    Run Tool"),
      ("CapturedFixture/testClosesForeignDescriptors", "After"),
      ("PlainCapturedFixture", "Run Tool"), ("CapturedClassFixture", "Captured"),
    ])
    func `the log does not mix with output that a test captures`(test: String, line: String) async throws {
      let run = try await Fixtures.runXCTest(test)
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.log.contains(line), "\(run.output)")
      #expect(!run.log.contains { $0.contains("[RETRY INFO") })
    }

    @Test(arguments: ["StepFixture/testExhaustedOften", "SuiteFixture/exhaustedOften"])
    func `the log is in the order of the framework's lines`(test: String) async throws {
      // The log says first that a step has failed. SwiftPM may lose lines while the machine is busy.
      let places = try await Fixtures.runSwiftTest(test).lines.compactMap { line in
        // A torn line begins like neither.
        line.firstMatch(of: /^(    t = |\S+ error: |↳ ).*?\[FAIL\].*?Launch (\d+)/)
          .flatMap { match in Int(match.2).map { 2 * $0 + (match.1 == "    t = " ? 0 : 1) } }
      }
      #expect(places.count > 300)
      #expect(places == places.sorted())
    }
  #endif
}
