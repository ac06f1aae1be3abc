import Foundation
import Testing

#if os(Linux)
  /// A step whose policy ends its test when it fails.
  @Suite struct EndsTestTests {
    /// The lines of the code and those of steps that do not run.
    private func lines(of run: Fixtures.Run) throws -> [String] {
      let launch = try Mark("launch", in: "EndingFixture.swift").short
      let page = try Mark("page", in: "EndingFixture.swift").short
      return run.lines.compactMap { line in
        line.firstMatch(of: /^> (.+)$|^ +t = .+\[STOP\] (.+) has ended the test.$/)
          .map { String($0.1 ?? $0.2 ?? "").replacing(launch, with: "launch").replacing(page, with: "page") }
      }
    }

    private static let stopped = [
      "Sign In does not run: Launch (launch)", "4", "Banner does not run: Launch (launch)", "false",
      "Account does not run: Launch (launch)",
    ]
    private static let crashed = ["Banner does not run: Page (page)", "false"]
    private static let ran = ["Sign In", "0", "Banner", "true", "Ada"]

    @Test func `in a plain test case no later step runs or has a row, and each is a failure`()
      async throws
    {
      try await withTemporaryFolder { folder in
        let run = try await Fixtures.runXCTest("EndingFixture/testSteps", ["AUTO_RETRY_REPORT": folder.path])
        #expect(try lines(of: run) == Self.stopped)
        #expect(run.output.contains("with 4 failures (1 unexpected)"))
        #expect(try Row.rows(in: folder).rows.map { $0["action"] } == ["Launch", "Launch"])
      }
    }

    @Test func `an inner step whose failure is in the result ends the steps around it`() async throws {
      let run = try await Fixtures.runXCTest("EndingFixture/testInnerStep")
      #expect(
        try lines(of: run) == ["Banner does not run: Launch (launch)", "false", "after Page"]
      )
      #expect(run.output.contains("with 2 failures (0 unexpected)"))
    }

    @Test(arguments: [
      ("testSteps", stopped + ["true"], "1 failure (0"),
      ("testRerun", stopped + ["true"] + ran + ["true"], "0 failures"),
      ("testInnerStep", ["true", "true"], "0 failures"),
      ("testAbort", crashed + ["true"], "1 failure (0"), ("testAbortInAStepThatThrows", ["true"], "1 failure (0"),
      ("testAbortOfATestCaseThatNeverRuns", ["true"], "1 failure (0"),
    ])
    func `where issues are withheld, a test fails once, and a re-run and a tear-down have all their steps`(
      test: String,
      expected: [String],
      failures: String
    ) async throws {
      let run = try await Fixtures.runXCTest("RetryableEndingFixture/\(test)")
      #expect(try lines(of: run) == expected)
      #expect(run.output.contains("with \(failures)"))
    }

    // Before Swift 6.3 a step in a child task cancels only that task.
    #if compiler(>=6.3)
      @Test func `in Swift Testing the task is cancelled, and each case and each repetition runs`() async throws {
        let arguments = ["--no-parallel", "--repetitions", "2"]
        let run = try await Fixtures.runSwiftTesting("EndingSuiteFixture/steps\\(", arguments: arguments)
        let lines = try lines(of: run)
        let once: [String] = ["cancelled: true"] + Self.stopped + ["cancelled: false"] + Self.ran
        #expect(lines == once + once)
        #expect(run.output.contains("with 2 test cases failed after") && run.output.contains("with 4 issues."))
        let abort = try await Fixtures.runSwiftTesting("EndingSuiteFixture/abort")
        #expect(try self.lines(of: abort) == Self.crashed + ["cancelled: true"])
      }
    #endif

    @Test(arguments: ["Abort", "End"])
    func `the step around one whose failure is a known issue fails by itself`(end: String) async throws {
      let run = try await Fixtures.runSwiftTesting("EndingSuiteFixture/aroundKnown\(end)")
      #expect(run.exitCode == 1 && run.issues.count == 1)
    }

    @Test func `a test with the trait runs again, and a known issue ends nothing`() async throws {
      let run = try await Fixtures.runSwiftTesting("EndingSuiteFixture/rerun")
      let isCancelled = ["cancelled: false"]
      #expect(try lines(of: run) == isCancelled + Self.stopped + isCancelled + Self.ran)
      #expect(run.exitCode == 0)
      #expect(try lines(of: await Fixtures.runSwiftTesting("EndingSuiteFixture/known")) == ["true", "true"])
    }
  }
#endif
