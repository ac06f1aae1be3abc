import Testing

@testable import RetryReport

/// Rows that cannot be read, or contradict each other.
@Suite struct SkippedRowTests {
  static let unreadable = [
    record("step", 2, version: 2), record("future", 2), record("step", 2, ",\"max_attempts\":-1"),
    record("step", 2, ",\"max_attempts\":99999999999999999999"), record("step", 2, ",\"attempt\":-1"),
    record("step", 2, ",\"attempt\":2147483648"), record("step", 2, ",\"resets\":9223372036854775807"),
    record("step", 2, ",\"attempt\":1.5"), record("step", 2, ",\"duration_ms\":\"1\""),
    record("step", 2, ",\"attempt\":0"), record("step", 2, ",\"attempt\":3"), record("step", 2, ",\"cause\":\"error\""),
    record("step", 2, ",\"attempt\":4,\"max_attempts\":3,\"outcome\":\"exhausted\""),
    record("step", 2).replacing("\"run_id\":\"r\",", with: ""),
    record("step", 2).replacing("\"unit\":\"step\"", with: "\"unit\":\"wait\""),
  ]

  @Test(arguments: unreadable)
  func `an unreadable row is not a death, but fails gates`(row: String) async throws {
    for end in ["", record("end", 3, step: 0)] {
      let report = try await read(["a.jsonl": record("begin", 1) + row + end])
      #expect(report.input.dead.isEmpty && report.actions.map(\.unknown) == [1] && report.actions[0].steps == 1)
      #expect(report.input.skipped.total == 1 && report.input.lostRows == 0)
      #expect(report.input.gateProblems.count == 1)
    }
    // Neither if it is that of a whole test, which has no begin.
    let test = record("attempt", 1, ",\"cause\":\"error\"").replacing("\"unit\":\"step\"", with: "\"unit\":\"test\"")
    #expect(try await read(["a.jsonl": test + row]).actions.map(\.unknown) == [1])
    // The death in a later step is one, and so is that of another process.
    let later = record("begin", 1) + row + record("begin", 3, step: 2)
    #expect(try await read(["a.jsonl": later]).input.dead.count == 1)
    let other = record("begin", 1).replacing("p-s1", with: "q-s1")
    #expect(try await read(["a.jsonl": record("begin", 1) + row, "b.jsonl": other]).input.dead.count == 1)
  }

  @Test(arguments: [
    (failed: 1, "passed", 1, 4, "", true), (3, "passed", 3, 3, "", true), (3, "recovered", 3, 4, "retrying", true),
    (3, "recovered", 4, 4, "retrying", false), (3, "recovered", 4, 4, "resetting", false),
    (2, "recovered", 3, 0, "retrying", false),
    // The condition came true between two attempts, or before the action of the last one.
    (3, "recovered", 3, 4, "waiting", false), (3, "recovered", 4, 4, "waiting", false),
    (3, "recovered", 3, 3, "waiting", true),
    (3, "recovered", 3, 0, "waiting", false), (3, "exhausted", 2, 3, "", true), (3, "exhausted", 3, 3, "", false),
    (2, "aborted", 2, 4, "", false), (2, "aborted", 3, 4, "", false), (2, "timedOut", 1, 4, "", true),
    (2, "timedOut", 2, 4, "", false),
  ])
  func `a step that contradicts its failed attempts is an error`(
    failed: Int,
    outcome: String,
    attempts: Int,
    most: Int,
    cure: String,
    isError: Bool
  ) async throws {
    let most = ",\"max_attempts\":\(most)"
    let failures = (1...failed).map { record("attempt", $0, ",\"attempt\":\($0),\"cause\":\"error\"" + most) }.joined()
    let cause = outcome == "passed" ? "" : ",\"cause\":\"error\""
    let row = record(
      "step",
      failed + 1,
      ",\"attempt\":\(attempts),\"outcome\":\"\(outcome)\",\"cure\":\"\(cure)\"" + cause + most
    )
    let report = try await read(["a.jsonl": failures + row + record("end", failed + 2, step: 0)])
    #expect(report.input.errors.count == (isError ? 1 : 0))
    #expect(report.actions.map(\.unknown) == [isError ? 1 : 0] && report.input.skipped.total == 0)
    #expect(report.input.problems == [])
    guard isError else { return }
    let sentence =
      "Pay (Steps.swift:1) \(outcome == "exhausted" ? "failed" : outcome == "timedOut" ? "timed out" : outcome) after"
    #expect(report.input.errors[0].contains(sentence))
    #expect(report.input.errors[0].hasSuffix("although \(failed == 1 ? "an attempt" : "\(failed) attempts") failed"))
  }

  /// In the middle of a process, at its end, as the first row of another one, alone, or as a whole file without line feeds.
  @Test(arguments: [
    record("begin", 1) + "{\"v\":1,\"ki\n" + record("step", 2) + record("end", 3, step: 0),
    record("begin", 1) + record("step", 2) + "{\"v\":1,\"ki",
    record("step", 1) + record("end", 2, step: 0) + "{\"v\":1,\"ki",
    "{\"v\":1,\"ki\n" + record("step", 1), record("step", 1) + "}\n" + record("step", 2, step: 2),
    record("begin", 1).replacing("\n", with: "\r") + record("step", 2).replacing("\n", with: "\r"), "{\"v\":1,\"ki",
  ])
  func `a torn line may be a row of any process, so no gate passes`(torn: String) async throws {
    for files in [["a.jsonl": torn], ["a.jsonl": torn, "b.jsonl": record("step", 1).replacing("p-s", with: "q-s")]] {
      let input = try await read(files).input
      #expect(input.skipped.torn == 1 && input.lostRows == 0)
      #expect(input.gateProblems.map { $0.contains("1 torn line of") } == [true])
    }
    // Lines that are no records have no number.
    let other = try await read([
      "a.jsonl": record("step", 1) + "{\"level\":\"info\"}\n" + record("step", 2, step: 2)
    ])
    #expect(other.input.skipped.foreign == 1 && other.input.gateProblems.isEmpty)
  }

  @Test(arguments: [
    (record("step", 1), record("step", 1), false), (record("step", 1), record("step", 1, ",\"cause\":\"error\""), true),
    (record("step", 1), record("step", 1, " "), false), (record("step", 1), record("step", 1, step: 2), true),
    (record("step", 1), record("step", 1, ",\"attempt\":-1"), true),
  ])
  func `two rows of one number and different contents are an error`(first: String, second: String, isError: Bool)
    async throws
  {
    for files in [["a.jsonl": first + second], ["a.jsonl": first, "b.jsonl": second]] {
      let input = try await read(files).input
      #expect(input.errors.count == (isError ? 1 : 0))
      #expect(input.skipped.repeated == (isError ? 0 : 1))
    }
  }

  @Test(arguments: [
    ("<!DOCTYPE html>\n<html></html>", "a web page or XML"), ("[\(record("step", 1))]", "a JSON array"),
    ("{\n  \"v\": 1,\n  \"kind\": \"step\"\n}\n", "JSON on several lines"),
    ("{\"a\":1}\n{\"b\":2}\n", "JSON Lines with other contents"),
    ("hello\n", "a text"), ("\u{0}\u{1}\n", "a binary file"),
  ])
  func `a file without a record is named, with what it is`(text: String, kind: String) async throws {
    let input = try await read(["a.jsonl": text]).input
    #expect(input.problems.count == 1)
    #expect(input.problems.first?.hasPrefix("/a.jsonl: is \(kind)") == true)
    #expect(input.gateProblems.count == 1)
  }

  @Test func `a flaky test may run again as often as an integer counts`() async throws {
    let report = try await read(["a.jsonl": record("step", 1, ",\"max_attempts\":\(Int.max)")])
    #expect(report.actions.map(\.passed) == [1] && report.input.skipped.total == 0)
  }

  @Test func `attachments next to the records are no records`() async throws {
    let report = try await read([
      "a.jsonl": record("step", 1), "r-attachments/9f2c01ab77d4-s1-a1-events.jsonl": "{\"level\":\"info\"}\n",
      "r-attachments/b.jsonl": record("step", 2, step: 2),
    ])
    #expect(report.input.files == 2 && report.input.rows == 2 && report.input.problems == [])
  }

  @Test func `runs of several nights with one id are noticed`() {
    func runs(_ hours: Int64) -> [RunCounts] {
      RunCounts.of([0, hours].map { .sample(stepID: "p-s\($0)", startMs: 1_796_378_400_000 + $0 * 3_600_000) })
    }
    #expect(runs(24).idsOfSeveralRuns == ["run"])
    #expect(runs(3).idsOfSeveralRuns == [])
  }
}
