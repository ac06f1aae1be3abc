import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite struct RecordTests {
  private struct Lost: Error {}

  /// Runs steps in virtual time, and returns the rows of their records.
  private func record(_ bench: Workbench = Workbench(), _ body: (Workbench) throws -> Void) throws -> [Row] {
    try bench.run { try body(bench) }
    return try bench.rows()
  }

  /// Five rows, before each of which something may happen to the folder.
  ///
  /// - Returns: The rows that are in the folder after each of them, and the warnings.
  private func record(
    in folder: URL,
    before: (_ row: Int, _ file: URL?) throws -> Void
  ) throws -> (rows: [String], warnings: [String]) {
    let bench = Workbench()
    bench.run { for number in 1...5 { bench.step("\(number)") } }
    let warnings = Locked<[String]>([])
    let file = RecordFile(directory: folder.path, process: .sample()) { text in warnings.withLock { $0.append(text) } }
    let rows = try bench.events.filter { StepRow($0, by: .sample()) != nil }.enumerated().map { index, event in
      try before(index + 1, try? Row.files(in: folder).first)
      file.receive(event)
      let found = (try? Row.rows(in: folder).rows) ?? []
      return found.map { $0.values("seq", "action") }.joined(separator: ", ")
    }
    return (rows, warnings.withLock { $0 })
  }

  @Test func `a text that the log cuts keeps one KB`() throws {
    let long = Script.Broken(description: String(repeating: "x", count: 2_000))
    let rows = try record { try $0.step(retries: 0) { throw long } }
    #expect(rows.map { $0["error_message"].utf8.count } == [1_024, 1_024])
  }

  @Test(arguments: [true, false])
  func `only what could be written has a command that shows it`(isWritable: Bool) throws {
    try withTemporaryFolder { folder in
      let directory = isWritable ? "\(folder.path)/a b" : "/dev/null/records"
      let file = RecordFile(directory: directory, process: .sample()) { _ in }
      #expect(file.command == nil)
      let bench = Workbench()
      bench.run { bench.step() }
      bench.events.forEach(file.receive)
      #expect(file.command == (isWritable ? "swift package retry-report \"\(directory)\"" : nil))
    }
  }

  @Test(arguments: ["file", "folder", "moved"])
  func `records may be deleted in mid-run, and later rows are there`(lost: String) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("records")
      let (rows, warnings) = try record(in: path) { row, file in
        guard (3...4).contains(row) else { return }
        if lost == "moved" {
          try FileManager.default.moveItem(at: path, to: folder.appendingPathComponent("before \(row)"))
          try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        } else {
          try FileManager.default.removeItem(at: lost == "file" ? #require(file) : path)
        }
      }
      #expect(rows == ["1 1", "1 1, 2 2", "3 3", "4 4", "4 4, 5 5"])
      #expect(warnings == [])
      if lost == "moved" {
        #expect(try Row.rows(in: folder.appendingPathComponent("before 3")).rows.map { $0["seq"] } == ["1", "2"])
      }
    }
  }

  #if os(Linux)
    @Test func `a test that closes foreign descriptors gets no row in its file`() throws {
      try withTemporaryFolder { folder in
        let path = folder.appendingPathComponent("records")
        let mine = folder.appendingPathComponent("mine.txt")
        var descriptor: Int32 = -1
        defer { close(descriptor) }
        let (rows, warnings) = try record(in: path) { row, file in
          guard row == 3 else { return }
          for descriptor in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            if link == file?.path { close(try #require(Int32(descriptor))) }
          }
          descriptor = open(mine.path, O_CREAT | O_WRONLY, 0o644)
        }
        #expect(rows.last == "1 1, 2 2, 3 3, 4 4, 5 5")
        #expect(try Data(contentsOf: mine).isEmpty)
        #expect(warnings.isEmpty)
      }
    }
  #endif

  @Test(arguments: [1, 2], ["a"])
  func `a row has the arguments of its case, which its test does not`(number: Int, letter: String) throws {
    let rows = try record { bench in bench.step("Launch") }
    let step = try #require(rows.last)
    #expect(step["arguments"] == "\(number), \"a\"")
    #expect(step["test_id"].hasSuffix("(number:letter:)"))
  }

  @Test func `each key of the schema is in the table of its page`() throws {
    let subjects = try Repository.subjects(of: "RecordFields")
    #expect(try RecordSchema().keys.filter { !subjects.contains("`\($0)`") } == [])
  }

  @Test func `a recovered step is a row for each failed attempt and one more`() throws {
    var attempts = 0
    let rows = try record { bench in
      bench.step(
        "Sign In",
        policy: RetryPolicy(delay: .constant(.milliseconds(20)), conditionTimeout: .milliseconds(50)),
        until: { attempts == 3 },
        reset: { bench.time.advance(by: .milliseconds(7)) }
      ) {
        attempts += 1
        bench.time.advance(by: .milliseconds(100))
      }
    }
    let keys = [
      "kind", "outcome", "attempt", "resets", "cure", "cause", "start_ms", "duration_ms", "wait_ms", "tax_ms", "seq",
    ]
    #expect(
      rows.map { row in keys.map { row[$0] }.joined(separator: " ") } == [
        "attempt failed 1 0  condition 1700000000000 150 50 0 2",
        "attempt failed 2 0  condition 1700000000177 150 50 0 3",
        "step recovered 3 2 retrying condition 1700000000000 454 140 354 4",
      ]
    )
    #expect(rows.map { $0["ts_ms"] } == Array(repeating: "1700000000454", count: 3))
    #expect(Set(rows.map { $0["step_id"] }).count == 1)
    #expect(Set(rows.map { $0["id"] }).count == 3)
    #expect(
      rows.map { $0["error_message"] }
        == Array(repeating: "The success condition was false after 50 ms (limit of the call).", count: 3)
    )
  }

  @Test func `the begin of a step and the end of a process are short rows`() throws {
    let bench = Workbench()
    var hasRun = false
    bench.run {
      bench.step("Outer") { bench.step("Inner") }
      bench.autoWait("Badge") { true }
      bench.step("Checks First", policy: RetryPolicy(checksFirst: true), until: { hasRun }) { hasRun = true }
    }
    try withTemporaryFolder { folder in
      let file = RecordFile(directory: folder.path, process: .sample(), timekeeper: bench.time.timekeeper)
      bench.events.forEach { file.receive($0) }
      file.end(in: nil, isLast: false)
      file.end(in: nil, isLast: true)
      bench.events.forEach { file.receive($0) }
      let rows = try Row.allRows(in: folder).rows
      #expect(
        rows.map { $0.values("seq", "kind", "unit", "action") } == [
          "1 begin step Outer", "2 begin step Inner", "3 step step Inner", "4 step step Outer", "5 begin wait Badge",
          "6 wait step Badge", "7 begin step Checks First", "8 step step Checks First", "9 end missing missing",
        ]
      )
      #expect(Set(rows.map { $0["step_id"] }).count == 5)
      #expect(rows[1]["parent_step_id"] == rows[0]["step_id"])
      // The rule of Records.md, as a reader has it that was made before these kinds.
      let known = rows.filter { ["attempt", "step", "wait", "burn_in"].contains($0["kind"]) }
      #expect(known.map { $0["action"] } == ["Inner", "Outer", "Badge", "Checks First"])
      let schema = try RecordSchema()
      for row in rows { try schema.check(row) }
    }
  }

  @Test func `a step that an earlier test has left is not open at the end`() throws {
    let bench = Workbench()
    bench.run { for name in ["Left", "Open"] { bench.step(name) } }
    try withTemporaryFolder { folder in
      let file = RecordFile(directory: folder.path, process: .sample())
      for event in bench.events.filter(\.beginsStep) {
        let name = event.name
        let test = TestIdentity(framework: .xctest, suite: "S", function: name, name: "S.\(name)", start: Date())
        file.receive(RetryEvent(event.kind, of: try #require(event.step), in: test))
      }
      file.end(in: nil, isLast: true)
      let rows = try Row.allRows(in: folder).rows
      #expect(rows.map { $0["kind"] } == ["begin", "begin", "end"])
      #expect(rows[2]["open_steps"] == rows[1]["step_id"])
    }
  }

  @Test func `a step that only waits pays for its wait`() throws {
    let rows = try record { bench in
      try bench.step(policy: RetryPolicy(delay: .constant(.milliseconds(20))), until: Checks(.no, .yes).next) {
        bench.time.advance(by: .milliseconds(100))
      }
    }
    #expect(rows.last?.values("outcome", "cure", "attempt", "wait_ms", "tax_ms") == "recovered waiting 1 20 20")
  }

  @Test func `a row has the innermost step inside that did not succeed`() throws {
    let rows = try record { bench in
      bench.step("Outer", retries: 0, until: { false }) {
        bench.step("Sign In", retries: 0, failsTest: false, until: { false })
      }
    }
    let outer = rows.filter { $0["action"] == "Outer" }
    let cause = "Sign In the success condition was still false 0 ms after the action (checked once)"
    #expect(outer.map { $0.values("kind", "inner_action", "inner_cause") } == ["attempt \(cause)", "step \(cause)"])
    #expect(outer.allSatisfy { $0["inner_file"].hasSuffix("RecordTests.swift") && $0.number("inner_line") ?? 0 > 80 })
    let inner = rows.filter { $0["action"] == "Sign In" }
    #expect(inner.allSatisfy { $0["inner_action"].isEmpty && $0["inner_file"].isEmpty && $0["inner_line"] == "0" })
  }

  @Test func `a row says what ended a step before its attempts were used up`() throws {
    let bench = Workbench(
      recovery: { $0.actionDescription == "Crash" ? .abort("the app crashed") : .retry }
    )
    let rows = try record(bench) { bench in
      func fail(_ name: String, _ policy: RetryPolicy? = nil, _ action: () throws -> Void = {}) {
        _ = try? bench.step(name, failsTest: false, policy: policy, until: { false }, action)
      }
      fail("Crash")
      fail("Around", RetryPolicy(retryAttempts: 0)) { fail("Crash") }
      fail("Skip") { throw XCTSkip("not here") }
      fail("Error", RetryPolicy(isRetryable: { _ in false })) { throw Lost() }
      _ = try? bench.step("Reset", failsTest: false, until: { false }, reset: { throw Lost() }) {}
      fail("Late", RetryPolicy(timeLimit: .zero))
      fail("Pause", RetryPolicy(delay: .constant(.seconds(5)), timeLimit: .seconds(4)))
      fail("None", RetryPolicy(retryAttempts: 0))
    }
    let steps = rows.filter { $0["kind"] == "step" }
    #expect(
      steps.map { $0.values("action", "stopped_by", "outcome", "tax_ms", "reason") } == [
        "Crash hook aborted 0 the app crashed", "Crash hook aborted 0 the app crashed",
        "Around inner aborted 0 the app crashed", "Skip skip aborted 0 Threw XCTSkip(\"not here\").",
        "Error error aborted 0 Threw Lost().", "Reset reset aborted 0 The reset steps threw Lost().",
        "Late time timedOut 0 The time limit of 0 ms, set by the call, was reached.",
        "Pause time timedOut 4000 The time limit of 4.0 s, set by the call, was reached.",
        "None  exhausted 0 ",
      ]
    )
    #expect(rows.filter { $0["kind"] == "attempt" }.allSatisfy { $0["stopped_by"].isEmpty })
  }

  @Test func `a failed step has its first cause and loses all of its time`() throws {
    var attempts = 0
    let rows = try record { bench in
      try bench.step(retries: 1, until: { false }) {
        attempts += 1
        bench.time.advance(by: .microseconds(4_600))
        if attempts == 1 { throw Lost() }
      }
    }
    #expect(rows.map { $0["cause"] } == ["error", "condition", "error"])
    // Rounded, not cut off: 4.6 ms each.
    #expect(rows.map { $0["duration_ms"] } == ["5", "5", "9"])
    #expect(rows.last?.values("outcome", "attempt", "max_attempts", "tax_ms") == "exhausted 2 2 9")
    #expect(rows.last?["error_type"].hasSuffix("RecordTests.Lost") == true)
    #expect(rows.last?["error_message"] == "Lost()")
  }

  @Test func `a condition that was true for a moment is recorded as such`() throws {
    let policy = RetryPolicy(
      retryAttempts: 0,
      conditionTimeout: .seconds(9),
      pollingInterval: .seconds(1),
      stableFor: .seconds(2)
    )
    let rows = try record { bench in
      try bench.step(failsTest: false, policy: policy, until: Checks(.no).next)
      try bench.step(failsTest: false, policy: policy, until: Checks(.yes, .no).next)
    }
    #expect(rows.map { $0["cause"] } == ["condition", "condition", "flicker", "flicker"])
  }

  @Test func `an attempt that reached its limit has the cause timeout`() async throws {
    let bench = Workbench(time: FakeTime(endsLimits: true))
    await bench.run {
      await bench.stepLater(policy: RetryPolicy(retryAttempts: 0, attemptTimeLimit: .seconds(5))) {
        try? await bench.time.hang(.seconds(5))
      }
    }
    #expect(try bench.rows().map { $0["cause"] } == ["timeout", "timeout"])
  }

  @Test func `a forced failure differs from a real one`() throws {
    let rows = try record(Workbench(steering: Steering(rehearsal: try NSRegularExpression(pattern: ".")))) { $0.step() }
    #expect(rows.map { $0["cause"] } == ["rehearsal", "rehearsal"])
  }

  @Test func `a refused step has no row, and without rows there is no file`() throws {
    try withTemporaryFolder { folder in
      let bench = Workbench()
      bench.run { bench.step(retries: -1) }
      let file = RecordFile(directory: folder.path, process: .sample())
      bench.events.forEach { file.receive($0) }
      let files = try Row.files(in: folder)
      #expect(bench.failures.count == 1)
      #expect(files.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("\"quoted\" \\ back", "\"quoted\" \\ back"),
      ("two\nlines\tand\u{0}\u{1B}[31m\u{7F}", "two lines\tand\\0\\u{1B}[31m\\u{7F}"),
      ("日本語 👩‍👩‍👧 ]]></script>%0A", "日本語 👩‍👩‍👧 ]]></script>%0A"),
      (String(repeating: "x", count: 1024), String(repeating: "x", count: 1024)),
      (String(repeating: "x", count: 1025), String(repeating: "x", count: 1021) + "…"),
      (String(repeating: "é", count: 600), String(repeating: "é", count: 510) + "…"),
      (String(repeating: "日", count: 400), String(repeating: "日", count: 340) + "…"),
    ]
  )
  func `a text comes back as it was, up to a kilobyte`(text: String, expected: String) throws {
    let rows = try record { $0.step(text) }
    #expect(rows.map { $0["action"] } == [expected])
  }

  @Test func `hostile text stays on one line and comes back as it was`() throws {
    let text = "\"\\/\u{0}\u{1B}[31m\r\n\t\u{7F}\u{85}\u{2028}\u{2029}\u{202E}\u{FEFF}]]></script>👩‍👩‍👧"
    let bench = Workbench()
    bench.run { bench.step() }
    let rows = try bench.rows(
      by: .sample(["GITHUB_SHA": text, "GITHUB_REF_NAME": String(repeating: "é", count: 500_000)])
    )
    #expect(rows.map { $0["commit"] } == [text])
    #expect(rows.map { $0["branch"] } == [String(repeating: "é", count: 510) + "…"])
  }

  @Test func `the test report gets all rows of a step that recovered`() throws {
    let bench = Workbench()
    bench.run { bench.step("Sign In", until: { RetryAttempt.current?.number == 3 }) }
    let event = try #require(bench.events.last)
    let file = try #require(Features.makeFile(of: event, at: .zero))
    #expect(file.name == "♻️ Sign In.jsonl")
    let rows = try String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").map { try Row(String($0)) }
    #expect(rows.map { $0.values("kind", "attempt", "seq") } == ["attempt 1 1", "attempt 2 2", "step 3 3"])
    for row in rows { try RecordSchema().check(row) }
  }

  @Test func `a file where the folder should be is an invalid value`() {
    var variables = SteeringVariables(["AUTO_RETRY_REPORT": "/dev/null"])
    #expect(RecordFile(&variables) == nil)
    let problem = #"AUTO_RETRY_REPORT is "/dev/null", but must be a directory. The default applies."#
    #expect(variables.problems == [problem])
  }

  @Test(arguments: [("/proc/no/such/folder", "No such file or directory"), ("/dev/null", "File exists")])
  func `a folder that cannot be written is one warning`(folder: String, reason: String) {
    let warnings = Locked<[String]>([])
    let bench = Workbench()
    let file = RecordFile(directory: folder, process: .sample()) { text in warnings.withLock { $0.append(text) } }
    bench.run { bench.step(until: { false }) }
    bench.events.forEach { file.receive($0) }
    let warning = warnings.withLock { $0 }
    #expect(warning == ["warning: AUTO_RETRY_REPORT: \(folder) cannot be written, so rows are missing: \(reason)"])
  }
}
