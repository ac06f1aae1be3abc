#if os(Linux)
  import Foundation
  import Testing

  @Suite struct RecordFileTests {
    @Test func `eight processes lose no row of two thousand steps each`() async throws {
      try await withTemporaryFolder { folder in
        let process = try await Fixtures.xctest(
          "RecordFixture/testTwoThousandSteps",
          ["AUTO_RETRY_REPORT": folder.path, "AUTO_RETRY_LOG": "off"]
        )
        let ends = try await process.run(times: 8)
        #expect(ends.map(\.exitCode) == Array(repeating: 0, count: 8))
        let files = try Row.files(in: folder)
        #expect(files.count == 8)
        for file in files {
          let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
          // One more at the begin of each, and one at the end of the process.
          #expect(lines.count == 4_001)
          for (index, line) in lines.enumerated()
          where !line.hasSuffix("}") || line.firstMatch(of: #/"seq":(\d+)[,}]/#)?.1 != "\(index + 1)" {
            Issue.record("row \(index + 1) of \(file.lastPathComponent) is \(line)")
          }
        }
      }
    }

    @Test(.disabled(if: ThreadSanitizer.isOn, "the sanitizer starts too slowly"))
    func `a process that is killed leaves its attempts`() async throws {
      try await withTemporaryFolder { folder in
        // The nightly run kills two hundred.
        let kills = try ProcessInfo.processInfo.environment["NIGHTLY_KILLS"].map { try #require(Int($0)) } ?? 5
        for kill in 0..<kills {
          let shard = folder.appendingPathComponent("\(kill)")
          let process = try await Fixtures.xctest(
            "RecordFixture/testRetriesUntilItIsKilled",
            ["AUTO_RETRY_REPORT": shard.path, "AUTO_RETRY_LOG": "off"]
          )
          let end = try await process.kill {
            let file = try? Row.files(in: shard).first
            let size = try? file?.resourceValues(forKeys: [.fileSizeKey]).fileSize
            return (size ?? 0) > 0
          }
          #expect(end.isKilled)
          let (rows, torn) = try Row.allRows(in: shard)
          #expect(torn <= 1)
          #expect(rows.first?["kind"] == "begin")
          let attempts = rows.dropFirst()
          #expect(attempts.allSatisfy { $0["kind"] == "attempt" })
          #expect(attempts.map { $0.number("attempt") } == attempts.indices.map { $0 })
        }
      }
    }

    @Test func `a forked process has a file of its own, in the same run`() async throws {
      try await withTemporaryFolder { folder in
        let variables = ["AUTO_RETRY_REPORT": folder.path, "AUTO_RETRY_RUN_ID": "nightly"]
        let run = try await Fixtures.runXCTest("RecordFixture/testForks", variables)
        #expect(run.exitCode == 0, "\(run.output)")
        let files = try Row.files(in: folder).map { file in
          try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { try Row(String($0)) }
            .filter { $0["kind"] == "step" }
        }
        let steps = files.sorted { $0.count > $1.count }.map { $0.map { $0.values("seq", "action", "run_id") } }
        #expect(steps == [["2 Before nightly", "4 In parent nightly", "6 After nightly"], ["2 In child nightly"]])
        #expect(Set(files.joined().map { $0["process_id"] }).count == 2)
        #expect(Set(files.joined().map { $0["id"] }).count == 4)
      }
    }

    @Test func `a process that is killed leaves a row of the step that hung`() async throws {
      try await withTemporaryFolder { folder in
        let process = try await Fixtures.xctest("RecordFixture/testHangs", ["AUTO_RETRY_REPORT": folder.path])
        let end = try await process.kill { (try? Row.allRows(in: folder).rows.isEmpty) == false }
        #expect(end.isKilled)
        #expect(try Row.allRows(in: folder).rows.map { $0.values("kind", "action") } == ["begin Connect"])
      }
    }

    @Test(.enabled(if: !ThreadSanitizer.isOn))
    func `a row that cannot be written is lost with one warning`() async throws {
      try await withTemporaryFolder { folder in
        let run = try await Fixtures.runXCTest(
          "RecordFixture/testUsesUpDescriptors",
          ["AUTO_RETRY_REPORT": folder.path]
        )
        #expect(run.exitCode == 0)
        #expect(run.lines.filter { $0.contains("AUTO_RETRY_REPORT") }.count == 1)
        #expect(run.output.contains("cannot be written, so rows are missing: Too many open files"))
        #expect(try Row.rows(in: folder).rows.map { $0.values("seq", "action") } == ["6 After", "10 At last"])
      }
    }

    @Test(
      .enabled(if: !ThreadSanitizer.isOn),
      arguments: ["testFillsTheFolder", "testFillsTheFolderToTheByte", "testFillsTheFolderTwice"]
    )
    func `a file that could not be completed ends without a line break`(test: String) async throws {
      try await withTemporaryFolder { folder in
        let run = try await Fixtures.runXCTest("RecordFixture/\(test)", ["AUTO_RETRY_REPORT": folder.path])
        #expect(run.exitCode == 0)
        #expect(run.lines.filter { $0.contains("cannot be written, so rows are missing: File too large") }.count == 1)
        let text = try String(contentsOf: #require(Row.files(in: folder).first), encoding: .utf8)
        #expect(text.contains("Before"))
        #expect(!text.hasSuffix("\n"))
      }
    }

    @Test func `a step whose code exits is named by the end of the process`() async throws {
      try await withTemporaryFolder { folder in
        let environment = ["AUTO_RETRY_REPORT": folder.path]
        let runs = [
          try await Fixtures.runXCTest("RecordFixture/testExits", environment),
          try await Fixtures.runSwiftTesting("RecordSuiteFixture/exits", environment),
          try await Fixtures.runXCTest("RecordFixture/testEndsBesideAStep", environment),
          try await Fixtures.runSwiftTesting("RecordSuiteFixture/endsBesideAStep", environment),
        ]
        #expect(runs.map(\.exitCode) == [0, 0, 0, 0])
        let ends = try Row.files(in: folder).map { file in
          let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { try Row(String($0)) }
          let names = Dictionary(rows.map { ($0["step_id"], $0["action"]) }) { first, _ in first }
          let end = try #require(rows.last)
          let open = end["open_steps"].split(separator: " ").map { names[String($0)] ?? "none" }
          return "\(end["kind"]) \(names[end["step_id"]] ?? "none"): \(open.joined(separator: ", "))"
        }
        #expect(
          ends.sorted() == ["end Exit: Outer, Exit", "end Exit: Outer, Exit", "end missing: Poll", "end missing: Poll"]
        )
      }
    }

    @Test(
      arguments: [
        ("RecordFixture/testChangesTheWorkingDirectory", ["Before", "After"]),
        ("PlainRecordFixture/testChangesTheWorkingDirectoryBeforeTheFirstStep", ["After"]),
      ]
    )
    func `a relative folder begins where the process was started`(
      test: String,
      actions: [String]
    ) async throws {
      try await withTemporaryFolder { folder in
        let run = try await Fixtures.runXCTest(
          test,
          ["AUTO_RETRY_REPORT": "records/here"],
          directory: folder
        )
        #expect(run.exitCode == 0)
        let rows = try Row.rows(in: folder.appendingPathComponent("records/here")).rows
        #expect(rows.map { $0["action"] } == actions)
      }
    }

    @Test func `a relative folder begins where the shell of the tests is`() async throws {
      try await withTemporaryFolder { shell in
        let run = try await Fixtures.runXCTest(
          "RecordFixture/testRecovers",
          ["AUTO_RETRY_REPORT": "records", "PWD": shell.path],
          directory: FileManager.default.temporaryDirectory
        )
        #expect(run.exitCode == 0)
        #expect(try Row.rows(in: shell.appendingPathComponent("records")).rows.count == 2)
      }
    }
  }
#endif
