#if os(Linux)
  import Foundation
  import Testing

  /// The rows of tests in a process of their own, and the other traces of a recovery.
  @Suite struct RecordedRunTests {
    /// The rows that a fixture writes, and its run.
    private func rows(of run: (_ environment: [String: String]) async throws -> Fixtures.Run) async throws -> (
      rows: [Row], run: Fixtures.Run
    ) {
      try await withTemporaryFolder { folder in
        let run = try await run(["AUTO_RETRY_REPORT": folder.path, "AUTO_RETRY_RUN_ID": "nightly"])
        let (rows, torn) = try Row.allRows(in: folder)
        #expect(torn == 0)
        let schema = try RecordSchema()
        // A flaky test begins once for each run.
        let begins = rows.filter { $0["kind"] == "begin" }
        let begun = Set(begins.map { $0["step_id"] })
        let whole = try Row.rows(in: folder).rows
        for row in rows { try schema.check(row) }
        #expect(Set(begins.map { $0.values("step_id", "attempt") }).count == begins.count)
        #expect(begun.isSubset(of: whole.filter { $0["kind"] != "attempt" }.map { $0["step_id"] }))
        let ends = rows.filter { $0["kind"] == "end" }.map { $0.values("step_id", "open_steps").suffix(11) }
        #expect(ends == (begun.isEmpty ? [] : ["-s0 missing"]))
        #expect(begun.isEmpty || rows.last?["kind"] == "end")
        return (whole, run)
      }
    }

    @Test(arguments: [
      ("RecordFixture/testRecovers", "xctest", "testRecovers", "recovers"),
      ("RecordSuiteFixture/recovers", "swift-testing", "recovers(query:)", "recovers in Swift Testing"),
    ])
    func `a test is named as the filter takes it, without its arguments`(
      test: String,
      framework: String,
      name: String,
      mark: String
    ) async throws {
      let (rows, _) = try await rows { try await Fixtures.run(test, $0) }
      #expect(rows.map { $0.values("kind", "outcome") } == ["attempt failed", "step recovered"])
      let suite = "Fixtures.\(test.prefix { $0 != "/" })"
      #expect(
        rows.last?.values("framework", "test_id", "suite", "test_name")
          == "\(framework) \(suite)/\(name) \(suite) \(name)"
      )
      let place = try Mark(mark, in: "RecordFixture.swift").description
      #expect(rows.last.map { place.hasSuffix("/\($0["file"]):\($0["line"])") } == true)
    }

    @Test(arguments: [
      ("PlainPageFixture/testPage", ["Page": "", "After": ""]),
      ("AsyncPageFixture/testPage", ["Page": ""]),
      ("AfterOwnStepFixture", ["Page": "Fixtures.AfterOwnStepFixture/testPage", "After": ""]),
      ("InOwnStepFixture", ["Page": "Fixtures.InOwnStepFixture/testPage"]),
      ("RetryablePageFixture", ["Page": "Fixtures.RetryablePageFixture/testPage"]),
    ])
    func `a step of a page object is in the running test, or has a hint`(
      test: String,
      ids: [String: String]
    ) async throws {
      let (rows, run) = try await rows { try await Fixtures.runXCTest(test, $0) }
      let hint =
        "♻️♻️♻️💡 [HINT] Page does not know the running test, so the test's retryPolicy and hooks do not apply. "
        + "Inherit from RetryableTestCase, or let the test case run a step of its own first."
      #expect(run.log.filter { $0.contains("[HINT]") } == (ids["Page"] == "" ? [hint] : []))
      for (action, id) in ids {
        let row = try #require(rows.first { $0["action"] == action })
        #expect(row["test_id"] == id)
        #expect(row["test_name"] == (id.isEmpty ? "" : "testPage"))
        #expect(row["framework"] == (id.isEmpty ? "" : "xctest"))
      }
    }

    @Test(arguments: ["FlakySuiteFixture/passesOnRerun", "ExitFixture/testRerun"])
    func `each run of a flaky test begins, even one that never ends`(test: String) async throws {
      try await withTemporaryFolder { folder in
        _ = try await Fixtures.run(test, ["AUTO_RETRY_REPORT": folder.path])
        let rows = try Row.allRows(in: folder).rows
        let begins = rows.filter { $0.values("kind", "unit") == "begin test" }
        #expect(begins.map { $0["attempt"] } == ["1", "2"])
        #expect(Set(begins.map { $0["step_id"] }).count == 1)
        #expect((rows.last?["open_steps"] == begins[0]["step_id"]) == (test == "ExitFixture/testRerun"))
      }
    }

    @Test func `a test whose name is a sentence keeps all of it`() async throws {
      let (rows, _) = try await rows { try await Fixtures.runXCTest("SentenceFixture", $0) }
      #expect(rows.map { $0["test_name"] } == ["when empty, returns 1.5, always"])
    }

    @Test(
      arguments: [
        (
          "RecordFixture/testPassesOnSecondRun",
          [
            "attempt test failed 1/3 issue slow map 0 https://bugs.example/17 2999-12-31 ",
            "step test recovered 2/3 issue slow map 0 https://bugs.example/17 2999-12-31 ",
          ]
        ),
        ("RecordFixture/testPassesInFlakyScope", ["step test passed 1/2  slow map 1   "]),
        (
          "RecordFixture/testFailsInEachRun",
          [
            "attempt test failed 1/2 issue slow map 1   ", "attempt test failed 2/2 issue slow map 1   ",
            "step test exhausted 2/2 issue slow map 1   ",
          ]
        ),
        (
          "RecordFixture/testFailsInExpiredScope",
          [
            "attempt test failed 1/1 issue slow map 1  2020-01-01 ",
            "step test exhausted 1/1 issue slow map 1  2020-01-01 ",
          ]
        ),
        ("RecordFixture/testSkipsInFlakyScope", ["step test aborted 1/2  slow map 1   skip"]),
        (
          "RecordFixture/testFailsOutsideOfFlakyScope",
          [
            "attempt test failed 1/2 issue slow map 1   ", "attempt test failed 2/2 issue  0   ",
            "step test aborted 2/2 issue  0   outside",
          ]
        ),
        (
          "RecordSuiteFixture/passesOnSecondRun",
          ["attempt test failed 1/2 issue slow map 1   ", "step test recovered 2/2 issue slow map 1   "]
        ),
        (
          "FlakyFixture/testSkipsAfterAFailure",
          ["attempt test failed 1/2 issue slow map 1   ", "step test exhausted 1/2 issue slow map 1   skip"]
        ),
        ("RecordSuiteFixture/isCanceled", ["step test aborted 1/2  slow map 1   cancellation"]),
        (
          "RecordSuiteFixture/failsWithExpiredTrait",
          [
            "attempt test failed 1/1 issue slow map 1  2020-01-01 ",
            "step test exhausted 1/1 issue slow map 1  2020-01-01 ",
          ]
        ),
      ]
    )
    func `a flaky test is recorded with its runs`(test: String, expected: [String]) async throws {
      let (rows, _) = try await rows { try await Fixtures.run(test, $0) }
      #expect(rows.map(\.ofTest) == expected)
      #expect(Set(rows.map { $0["step_id"] }).count == 1)
      #expect(rows.last?["error_message"].hasSuffix("no menu") == test.hasSuffix("testFailsOutsideOfFlakyScope"))
    }

    @Test func `a failure of an earlier run's code is the cause of the test`() async throws {
      let (rows, run) = try await rows { try await Fixtures.run("RecordSuiteFixture/failsByEarlierRun", $0) }
      #expect(run.exitCode == 1)
      #expect(rows.map { $0.values("kind", "outcome") } == ["attempt failed", "step exhausted"])
      #expect(rows.map { $0["error_message"].hasSuffix("late") } == [false, true], "\(rows)")
    }

    @Test func `a trait that stands on a suite and on its test has one history`() async throws {
      let (rows, run) = try await rows { try await Fixtures.runSwiftTesting("SharedTraitFixture/red", $0) }
      #expect(rows.map { $0.values("kind", "outcome") } == ["attempt failed", "attempt failed", "step exhausted"])
      #expect(run.lines.count { $0.hasSuffix("↳ in run 1") } == 1)
    }

    @Test func `an error after an issue is in the record, as it is in the log`() async throws {
      let (rows, run) = try await rows { try await Fixtures.runSwiftTesting("HandlerSuiteFixture/confirmation", $0) }
      let cause = try #require(run.log.first { $0.contains("[CAUSE: 0] ") }?.split(separator: "[CAUSE: 0] ").last)
      #expect(cause.contains("Confirmation was confirmed 0 times") && cause.hasSuffix(" Threw Refused()."))
      #expect(rows.first?["error_message"] == String(cause))
    }

    @Test func `a child's records belong to its parent's run`() async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let run = try await Fixtures.runSwiftTesting("ExitTestFixture/insideAttempt", ["AUTO_RETRY_REPORT": folder.path])
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files.count == 3)
      #expect(Set(files.map { $0.split(separator: "-").prefix(3) }).count == 1)
      #expect(run.lines.filter { $0.hasPrefix("♻️ ") && $0.contains("A step failed in") }.count == 1)
    }

    #if compiler(>=6.3)
      private static let trace = "recorded a warning"
    #else
      private static let trace = "recorded a known issue"
    #endif

    @Test func `a step that recovers leaves a trace in Swift Testing`() async throws {
      let run = try await Fixtures.runSwiftTesting("RecordSuiteFixture/recover")
      #expect(run.exitCode == 0)
      let mark = try Mark("recovers in Swift Testing", in: "RecordFixture.swift").short
      let traces = run.lines.filter { $0.contains(Self.trace) }
      #expect(traces.count == 2)
      #expect(traces.allSatisfy { $0.contains(mark) })
      #expect(
        run.timeless.contains(
          "shoes required 1 retry attempt before success. Recovered by retrying. 2 attempts in 0 ms. "
            + "Cause: The success condition was still false 0 ms after the action (checked once)."
        )
      )
    }

    /// Swift Testing 6.3 repeats a run for a warning, too; before, the trace is a known issue.
    @Test(arguments: [("recovers\\(", true), ("recoversQuietly", false)])
    func `a repeated run ends after a recovery without a trace`(test: String, hasTrace: Bool) async throws {
      let run = try await Fixtures.runSwiftTesting(
        "RecordSuiteFixture/\(test)",
        arguments: ["--repetitions", "3", "--repeat-until", "pass"]
      )
      #expect(run.exitCode == 0)
      #expect(run.output.contains("Iteration 1 ended"))
      #if compiler(>=6.3)
        #expect(run.output.contains("Iteration 2") == hasTrace)
      #else
        #expect(!run.output.contains("Iteration 2"))
      #endif
    }
  }

  extension Row {
    fileprivate var ofTest: String {
      values("kind", "unit", "outcome", "attempt") + "/"
        + values("max_attempts", "cause", "reason", "fixable", "bug", "expires", "stopped_by")
    }
  }
#endif
