import Foundation
import Testing

@testable import TargetedAutoRetry

/// What the rows say of each kind of step.
@Suite struct StepRowTests {
  private static let place = "Tests/TargetedAutoRetryTests/Records/StepRowTests.swift"

  @Test func `each row names the step's line and any caller passed in`() throws {
    let bench = Workbench()
    bench.run {
      bench.step("Open", retries: 0, until: { false }, file: #filePath, line: 7)
      withCallPlace(fileID: "A/B.swift", filePath: #filePath, line: 12, column: 5) {
        bench.step("Open", retries: 0, until: { false }, file: #filePath, line: 7)
      }
    }
    #expect(
      try bench.rows().map { $0.values("kind", "file", "line", "caller_file", "caller_line") } == [
        "attempt \(Self.place) 7  0", "step \(Self.place) 7  0",
        "attempt \(Self.place) 7 \(Self.place) 12", "step \(Self.place) 7 \(Self.place) 12",
      ]
    )
  }

  @Test func `the rows of an inner step name the step around it`() throws {
    let bench = Workbench()
    bench.run {
      bench.step("Outer") { bench.step("Inner", retries: 0, failsTest: false, until: { false }) }
    }
    let rows = try bench.rows()
    let outer = rows.last?["step_id"]
    #expect(rows.map { $0.values("kind", "action", "depth") } == ["attempt Inner 1", "step Inner 1", "step Outer 0"])
    #expect(rows.map { $0["parent_step_id"] } == [outer, outer, ""])
  }

  @Test func `the row of a step in a canceled task says so`() async throws {
    let bench = Workbench()
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try? await bench.step(.asynchronous, Checks(.no), policy: .default)
    }.value
    let values = try bench.rows().last?.values("outcome", "stopped_by", "reason")
    #expect(values == "aborted cancellation The task was canceled.")
  }

  @Test func `the rows have the number of times that the action ran`() async throws {
    let bench = Workbench()
    try await bench.step(.synchronous, Checks(.yes), policy: RetryPolicy(checksFirst: true))
    try await bench.step(.synchronous, Checks(.no, .no, .yes), policy: RetryPolicy(checksFirst: true))
    try await bench.wait(.synchronous, Checks(.no), for: .seconds(2))
    try await bench.wait(.synchronous, Checks(.no, .yes), for: .seconds(2))
    #expect(
      try bench.rows().map {
        $0.values("kind", "outcome", "attempt", "action_runs", "cause", "limit_ms", "wait_ms")
      } == [
        "step passed 1 0  0 0", "attempt failed 1 1 condition 0 0", "step recovered 2 1 condition 0 0",
        "wait timedOut 1 0 condition 2000 2000", "wait passed 1 0  2000 100",
      ]
    )
  }

  @Test(arguments: DriverKind.allCases)
  func `all rows of an attempt have the same cause`(driver: DriverKind) async throws {
    let bench = Workbench()
    let policy = RetryPolicy(retryAttempts: 1, delay: .constant(.seconds(1)))
    try await bench.step(driver, Checks(.no, .throwing(NotYet())), policy: policy)
    #expect(
      try bench.rows().map { $0.values("kind", "attempt", "cause") } == [
        "attempt 1 condition", "attempt 2 error", "step 2 condition",
      ]
    )
    #expect(bench.log.contains("♻️♻️♻️🔎 [CAUSE: 0] Threw NotYet()."))
  }

  @Test func `the rows have the documented reason of the retries`() throws {
    let flakiness = Flakiness.fixable(reason: "The tap is lost", bug: "https://bugs.example/17", expires: "2023-11-14")
    let bench = Workbench()
    bench.run {
      bench.step(policy: RetryPolicy(because: flakiness), until: { RetryAttempt.current?.number == 2 })
    }
    #expect(
      try bench.rows().map { $0.values("kind", "because", "fixable", "bug", "expires", "reason") } == [
        "attempt The tap is lost 1 https://bugs.example/17 2023-11-14 ",
        "step The tap is lost 1 https://bugs.example/17 2023-11-14 ",
      ]
    )
  }

  @Test func `the cause in a row is the one in the log`() throws {
    let bench = Workbench()
    bench.run {
      bench.step("Open", retries: 0, until: { noted("about:blank", as: "URL") == "shop" })
      _ = try? bench.step("Load", retries: 0) { throw TimedOut() }
    }
    let texts = try bench.rows().filter { $0["kind"] == "step" }.map { $0["error_message"] }
    #expect(texts.map { $0.suffix(23) } == [#" URL was "about:blank"."#, "no answer from server"])
    #expect(bench.failures.map { $0.message.hasSuffix("Cause: \(texts[0])") } == [true, false])
    #expect(
      bench.log.filter { $0.contains("[CAUSE: ") }.map { $0.hasSuffix(texts[0]) || $0.hasSuffix("Threw \(texts[1]).") }
        == [true, true]
    )
  }

  private struct TimedOut: LocalizedError { let errorDescription: String? = "no answer from server" }

  @Test func `a step that only time limits has no number of attempts`() throws {
    let bench = Workbench()
    bench.run {
      bench.autoRetry("Open", for: .seconds(5)) {
      } until: {
        false
      }
    }
    #expect(Set(try bench.rows().map { $0["max_attempts"] }) == ["0"])
  }

  @Test func `no text of a row is longer than a kilobyte`() throws {
    let long = String(repeating: "x", count: 2_000)
    let name = "\(long)/\(long)"
    let policy = RetryPolicy(
      retryAttempts: 1,
      isRetryable: { _ in false },
      because: .fixable(reason: long, bug: long, expires: "2023-11-15")
    )
    let bench = Workbench()
    bench.run {
      withCallPlace(SourceLocation(fileID: name, filePath: "/\(name).swift", line: 1, column: 1)) {
        bench.step(long, policy: policy, until: { false }) {
          bench.step(long, failsTest: false, policy: policy, until: { noted(long, as: long).isEmpty })
        }
        _ = try? bench.step(long, policy: policy) { throw Long(text: long) }
      }
    }
    var test = TestIdentity(framework: .xctest, suite: long, function: long, name: long, start: Date())
    test.arguments = long
    let rows = try bench.events.compactMap { event in
      let long = RetryEvent(kind: event.kind, step: event.step, id: event.id, callSite: event.callSite, test: test)
      var row = StepRow(long, by: .sample())
      row?.seq = 1
      return try row.map { try Row(String(decoding: $0.line(by: .sample()), as: UTF8.self)) }
    }
    for key in ["inner_cause", "reason", "error_type", "bug"] {
      #expect(rows.contains { !$0[key].isEmpty }, "no row has its \(key)")
    }
    for row in rows { try RecordSchema().check(row) }
  }

  private struct Long: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }

  @Test(arguments: DurationTests.knobs, DurationTests.longest)
  func `a step whose policy says the longest time there is has its row`(
    knob: (name: String, policy: @Sendable (Duration) -> RetryPolicy),
    time: Duration
  ) throws {
    let bench = Workbench()
    bench.time.advance(by: .seconds(2))
    try bench.run { try bench.step(policy: knob.policy(time), until: Checks(.no, .yes).next) }
    #expect(try bench.rows().last?["kind"] == "step")
  }

  @Test(arguments: DurationTests.longest)
  func `a time out of range is recorded as the latest possible`(time: Duration) throws {
    let bench = Workbench()
    bench.run { bench.step { bench.time.advance(by: time) } }
    let row = try #require(try bench.rows().last)
    #expect(row["duration_ms"] == "9223372036854775807")
    #expect(row["ts_ms"] == "9223372036854775807")
  }
}
