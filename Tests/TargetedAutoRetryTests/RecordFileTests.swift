#if os(Linux)
  import Foundation
  import Testing

  @Suite struct RecordFileTests {
    /// The rows that a fixture writes, and its run.
    private func rows(of run: (_ environment: [String: String]) async throws -> Fixtures.Run) async throws -> (
      rows: [Row], run: Fixtures.Run
    ) {
      try await withTemporaryFolder { folder in
        let run = try await run(["AUTO_RETRY_REPORT": folder.path, "AUTO_RETRY_RUN_ID": "nightly"])
        let (rows, torn) = try Row.rows(in: folder)
        #expect(torn == 0)
        let schema = try RecordSchema()
        for row in rows { try schema.check(row) }
        return (rows, run)
      }
    }

    @Test func `a test of XCTest is named as the filter takes it`() async throws {
      let (rows, _) = try await rows { try await Fixtures.runXCTest("RecordFixture/testRecovers", $0) }
      #expect(
        rows.map { $0.values("kind", "action", "outcome") } == ["attempt Sign In failed", "step Sign In recovered"]
      )
      #expect(
        rows.last?.values("framework", "test_id", "suite", "test_name") == "xctest "
          + "Fixtures.RecordFixture/testRecovers Fixtures.RecordFixture testRecovers"
      )
      let mark = try Mark("recovers", in: "RecordFixture.swift").description
      #expect(rows.last.map { mark.hasSuffix("/\($0["file"]):\($0["line"])") } == true)
    }

    @Test(arguments: [
      ("PlainPageFixture/testPage", ["Page": "Fixtures.PlainPageFixture/testPage", "After": ""]),
      ("AsyncPageFixture/testPage", ["Page": "Fixtures.AsyncPageFixture/testPage"]),
      ("AfterOwnStepFixture", ["Page": "Fixtures.AfterOwnStepFixture/testPage", "After": ""]),
      ("InOwnStepFixture", ["Page": "Fixtures.InOwnStepFixture/testPage"]),
      ("RetryablePageFixture", ["Page": "Fixtures.RetryablePageFixture/testPage"]),
    ])
    func `a step of a page object is in the test that runs, where anybody knows it`(
      test: String,
      ids: [String: String]
    ) async throws {
      let (rows, _) = try await rows { try await Fixtures.runXCTest(test, $0) }
      for (action, id) in ids {
        let row = try #require(rows.first { $0["action"] == action })
        #expect(row["test_id"] == id)
        #expect(row["test_name"] == (id.isEmpty ? "" : "testPage"))
        #expect(row["framework"] == (id.isEmpty ? "" : "xctest"))
      }
    }

    @Test func `a test of Swift Testing is named without its arguments`() async throws {
      let (rows, _) = try await rows { try await Fixtures.runSwiftTesting("RecordSuiteFixture/recovers\\(", $0) }
      #expect(
        rows.last?.values("framework", "test_id", "suite", "test_name") == "swift-testing "
          + "Fixtures.RecordSuiteFixture/recovers(query:) Fixtures.RecordSuiteFixture "
          + "recovers(query:)"
      )
    }

    @Test(
      arguments: [
        (
          "testPassesOnSecondRun",
          [
            "attempt test failed 1/3 issue slow map 0 https://bugs.example/17 2999-12-31 ",
            "step test recovered 2/3 issue slow map 0 https://bugs.example/17 2999-12-31 ",
          ]
        ),
        ("testPassesInFlakyScope", ["step test passed 1/2  slow map 1   "]),
        ("testFailsInExpiredScope", ["step test exhausted 1/1  slow map 1  2020-01-01 "]),
        ("testSkipsInFlakyScope", ["step test aborted 1/2  slow map 1   skip"]),
        (
          "testExpiredScopeInsideOneThatIsInForce",
          ["step test aborted 1/2  slow map 1   outside"]
        ),
        ("testFailsOutsideOfFlakyScope", ["step test aborted 1/2  slow map 1   outside"]),
      ]
    )
    func `a test with a flaky scope is recorded with its runs`(test: String, expected: [String]) async throws {
      let (rows, _) = try await rows { try await Fixtures.runXCTest("RecordFixture/\(test)", $0) }
      #expect(rows.map(\.ofTest) == expected)
    }

    @Test(
      arguments: [
        (
          "passesOnSecondRun",
          ["attempt test failed 1/2 issue slow map 1   ", "step test recovered 2/2 issue slow map 1   "]
        ),
        ("failsWithExpiredTrait", ["step test exhausted 1/1  slow map 1  2020-01-01 "]),
      ]
    )
    func `a test with the trait is recorded with its runs`(test: String, expected: [String]) async throws {
      let (rows, _) = try await rows { try await Fixtures.runSwiftTesting("RecordSuiteFixture/\(test)", $0) }
      #expect(rows.map(\.ofTest) == expected)
      #expect(Set(rows.map { $0["step_id"] }).count == 1)
    }

    /// Warnings came with Swift 6.3.
    #if compiler(>=6.3)
      private static let trace = "recorded a warning"
    #else
      private static let trace = "recorded a known issue"
    #endif

    @Test func `a step that recovers leaves a warning in Swift Testing, which fails nothing`() async throws {
      let run = try await Fixtures.runSwiftTesting("RecordSuiteFixture/recover")
      #expect(run.exitCode == 0)
      let mark = try Mark("recovers in Swift Testing", in: "RecordFixture.swift").short
      let warnings = run.lines.filter { $0.contains(Self.trace) }
      #expect(warnings.count == 2)
      #expect(warnings.allSatisfy { $0.contains(mark) })
      #expect(
        run.output.contains(
          "shoes required 1 retry attempt before success. Cure: retrying. 2 attempts in 0.0 s. "
            + "Cause: The success condition was false after 0.0 s."
        )
      )
    }

    /// Swift 6.2 takes no value behind an equals sign.
    private static let repeatUntilPass: [[String]] = {
      #if compiler(>=6.3)
        [["--repeat-until", "pass"], ["--repeat-until=pass"]]
      #else
        [["--repeat-until", "pass"]]
      #endif
    }()

    @Test(arguments: repeatUntilPass)
    func `a run that is repeated until it passes ends with a test whose step recovered`(condition: [String])
      async throws
    {
      let run = try await Fixtures.runSwiftTesting(
        "RecordSuiteFixture/recovers\\(",
        arguments: ["--repetitions", "3"] + condition
      )
      #expect(run.exitCode == 0)
      #expect(run.output.contains("Iteration 1 ended"))
      #expect(!run.output.contains("Iteration 2"))
      #expect(run.output.contains("recorded a known issue"))
    }

    @Test func `a step that is made to fail by its recovery leaves no warning besides`() async throws {
      let run = try await Fixtures.runSwiftTesting(
        "RecordSuiteFixture/recovers",
        ["AUTO_RETRY_FAIL_ON_RECOVERY": "1"]
      )
      #expect(run.exitCode == 1)
      #expect(!run.output.contains(Self.trace))
    }

    @Test func `eight processes with ten thousand steps each lose no row and tear none`() async throws {
      try await withTemporaryFolder { folder in
        let process = try await Fixtures.xctest(
          "RecordFixture/testTenThousandSteps",
          ["AUTO_RETRY_REPORT": folder.path, "AUTO_RETRY_LOG": "off"]
        )
        let ends = try await process.run(times: 8)
        #expect(ends.map(\.exitCode) == Array(repeating: 0, count: 8))
        let files = try Row.files(in: folder)
        #expect(files.count == 8)
        for file in files {
          let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
          #expect(lines.count == 10_000)
          for (index, line) in lines.enumerated() where !line.hasSuffix("}") || !line.contains(#""seq":\#(index + 1),"#)
          {
            Issue.record("row \(index + 1) of \(file.lastPathComponent) is \(line)")
          }
        }
      }
    }

    @Test(.disabled(if: Fixtures.hasThreadSanitizer, "the sanitizer starts too slowly"))
    func `a process that is killed leaves its attempts, and no more than one torn line`() async throws {
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
          let (rows, torn) = try Row.rows(in: shard)
          #expect(torn <= 1)
          try #require(!rows.isEmpty)
          #expect(rows.allSatisfy { $0["kind"] == "attempt" })
          #expect(rows.map { $0.number("attempt") } == Array(1...rows.count))
        }
      }
    }

    @Test(.disabled(if: Fixtures.hasThreadSanitizer, "the sanitizer has files of its own"))
    func `a disk that is full is one warning, and the tests go on`() async throws {
      try await withTemporaryFolder { folder in
        let run = try await Fixtures.runXCTest(
          "RecordFixture/testTenThousandSteps",
          ["AUTO_RETRY_REPORT": folder.path, "AUTO_RETRY_LOG": "off"],
          fileSizeLimit: 64
        )
        #expect(run.exitCode == 0)
        #expect(run.output.components(separatedBy: "warning: AUTO_RETRY_REPORT: ").count == 2)
        #expect(run.output.contains("cannot be written: File too large. No more is recorded."))
        let (rows, torn) = try Row.rows(in: folder)
        #expect(!rows.isEmpty)
        #expect(torn <= 1)
      }
    }

    @Test(
      arguments: [
        ("RecordFixture/testChangesTheWorkingDirectory", ["Before", "After"]),
        ("PlainRecordFixture/testChangesTheWorkingDirectoryBeforeTheFirstStep", ["After"]),
      ]
    )
    func `a relative folder begins where the process was started, whatever becomes of the working directory`(
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

    /// What `PWD` says counts, if that can be so.
    @Test(
      arguments: [
        (pwd: "shell", isShell: true), ("nothing", false), ("file", false), ("", false), ("./shell", false),
      ]
    )
    func `a relative folder begins where the shell is that started the tests, as far as that is known`(
      pwd: String,
      isShell: Bool
    ) async throws {
      try await withTemporaryFolder { folder in
        let (shell, package) = (folder.appendingPathComponent("shell"), folder.appendingPathComponent("package"))
        for place in [shell, package] {
          try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        try Data().write(to: folder.appendingPathComponent("file"))
        let isPath = pwd.first?.isLetter == true
        let run = try await Fixtures.runXCTest(
          "RecordFixture/testRecovers",
          ["AUTO_RETRY_REPORT": "records", "PWD": isPath ? folder.appendingPathComponent(pwd).path : pwd],
          directory: package
        )
        #expect(run.exitCode == 0)
        let place = (isShell ? shell : package).appendingPathComponent("records")
        #expect(try Row.rows(in: place).rows.count == 2)
      }
    }

    @Test(.enabled(if: !Fixtures.hasThreadSanitizer))
    func `a process that was forked has a file and names of its own`() async throws {
      try await withTemporaryFolder { folder in
        let run = try await Fixtures.runXCTest("RecordFixture/testForks", ["AUTO_RETRY_REPORT": folder.path])
        #expect(run.exitCode == 0)
        #expect(try Row.files(in: folder).count == 2)
        let rows = try Row.rows(in: folder).rows
        #expect(Set(rows.map { $0["action"] }) == ["Before", "Parent", "Child"])
        #expect(Set(rows.map { $0["id"] }).count == 3)
        #expect(Set(rows.map { $0["process_id"] }).count == 2)
      }
    }

    @Test(arguments: [("/proc", "No such file or directory"), ("/dev/null", "")])
    func `a folder that is read-only is one warning, and the tests go on`(folder: String, why: String) async throws {
      let run = try await Fixtures.runXCTest("RecordFixture/testTenThousandSteps", ["AUTO_RETRY_REPORT": folder])
      #expect(run.exitCode == 0)
      #expect(run.output.components(separatedBy: "warning: AUTO_RETRY_REPORT: \(folder) cannot").count == 2)
      #expect(run.output.contains("cannot be written: \(why)"))
    }

    @Test func `an empty name of a folder is a failure that says what is accepted`() async throws {
      let run = try await Fixtures.runXCTest("RecordFixture/testRecovers", ["AUTO_RETRY_REPORT": ""])
      #expect(run.exitCode == 1)
      #expect(run.output.contains(#"AUTO_RETRY_REPORT is "", and must be a directory. The default applies."#))
    }
  }

  extension Row {
    fileprivate var ofTest: String {
      values("kind", "unit", "outcome", "attempt") + "/"
        + values("max_attempts", "cause", "reason", "fixable", "bug", "expires", "stopped_by")
    }
  }
#endif
