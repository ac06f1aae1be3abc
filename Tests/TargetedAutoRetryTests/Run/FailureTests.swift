import Testing

/// A failure as seen from outside: the exit code and the output of the test run.
///
/// The fixtures run in this test binary as a child process, which works only on Linux.
#if os(Linux)
  @Suite struct FailureTests {
    /// Tests of XCTest that fail once, each with the mark and the beginning of its failure.
    static let failures = [
      ("StepFixture/testExhausted", "exhausted", "♻️♻️♻️❌ [FAIL] Launch failed: 4 attempts (the first and 3 retries) in "),
      ("StepFixture/testExhaustedAsync", "exhausted async", launch),
      ("StepFixture/testExhaustedInHelper", "exhausted in helper", launch),
      ("StepFixture/testExhaustedInEBayOrder", "exhausted in eBay order", launch),
      ("StepFixture/testExhaustedInPageObject", "exhausted in page object", openPage),
      (
        "StepFixture/testNegativeRetryAttempts", "negative",
        "Launch: retryAttempts is -1, but must be 0 or more. Nothing was run."
      ),
      ("CallPlaceFixture/testOwnStep", "own step", "♻️♻️♻️❌ [FAIL] Launch (CallPlaceFixture.swift:"),
      ("RetryableCallPlaceFixture/testPage", "retryable page", placedPage),
    ]

    private static let launch = "♻️♻️♻️❌ [FAIL] Launch failed: 2 attempts (the first and 1 retry) in "
    private static let placedPage = "♻️♻️♻️❌ [FAIL] Open Page (CallPlaceFixture.swift:"
    private static let openPage = "♻️♻️♻️❌ [FAIL] Open Page failed: 1 attempt in "

    @Test(arguments: failures)
    func `in XCTest a failed step is one failure, at its call`(
      test: String,
      mark: String,
      message: String
    ) async throws {
      let run = try await Fixtures.runXCTest(test)
      let errors = run.errors
      #expect(run.exitCode == 1)
      #expect(errors.count == 1)
      let place = try Mark(mark, in: test.hasPrefix("Step") ? "StepFixture.swift" : "CallPlaceFixture.swift")
      let name = test.replacing("/", with: ".")
      #expect(errors.first?.hasPrefix("\(place): error: \(name) : failed - \(message)") == true)
      #expect(run.output.contains("Executed 1 test, with 1 failure (0 unexpected)"))
    }

    @Test(arguments: [("exhausted", "suite exhausted", 14), ("exhaustedAsync", "suite exhausted async", 20)])
    func `in Swift Testing a failed step is one issue, at its call`(
      test: String,
      mark: String,
      column: Int
    ) async throws {
      let run = try await Fixtures.runSwiftTesting("SuiteFixture/\(test)\\(")
      let place = try Mark(mark, in: "SuiteFixture.swift").short
      #expect(run.exitCode == 1)
      #expect(run.output.contains("Test \(test)() recorded an issue at \(place):\(column): Issue recorded"))
      #expect(run.output.contains(Self.launch))
      #expect(run.output.contains("Test run with 1 test in 1 suite failed"))
      #expect(run.output.contains(" with 1 issue."))
    }

    @Test func `an error that ends the test is at the place around its step`() async throws {
      let run = try await Fixtures.runXCTest("RetryableCallPlaceFixture/testValue")
      let errors = run.errors
      #expect(run.exitCode == 1)
      #expect(errors.count == 1)
      #expect(errors.first?.hasPrefix("\(try Mark("value", in: "CallPlaceFixture.swift")): error: ") == true)
    }

    @Test func `without a known test case the failure is at the step`() async throws {
      let run = try await Fixtures.runXCTest("CallPlaceFixture/testPage")
      let errors = run.errors
      let mark = try Mark("page", in: "CallPlaceFixture.swift").description
      #expect(run.exitCode == 1)
      #expect(errors.count == 1)
      #expect(errors.first?.hasPrefix("\(mark): error: ") == true)
      #expect(errors.first?.hasSuffix("(at \(mark.prefix { $0 != ":" }):77)") == true)
    }

    @Test func `nested helpers fail at the test's line and name the steps`() async throws {
      let marks = try ["check out", "page inside"].map { try Mark($0, in: "CallPlaceFixture.swift").short }
      let xctest = try await Fixtures.runXCTest("RetryableCallPlaceFixture/testLayers")
      let suite = try await Fixtures.runSwiftTesting("CallPlaceSuiteFixture/layers")
      for run in [xctest, suite] {
        #expect(run.output.contains("♻️♻️♻️❌ [FAIL] Check Out (\(marks[0])) failed: 1 attempt in "))
        #expect(run.output.contains("Open Page (\(marks[1])) failed in 1 attempt: "))
      }
      let place = try Mark("suite layers", in: "CallPlaceFixture.swift").short
      #expect(suite.output.contains("Test layers() recorded an issue at \(place):"))
      #expect(suite.output.contains(" with 2 issues (including 1 known issue)."))
    }
  }
#endif
