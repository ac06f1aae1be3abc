import Testing

/// The fate of an attempt's issues, seen from outside.
#if os(Linux)
  @Suite struct WithholdingTests {
    private func errors(of run: Fixtures.Run) -> [String] {
      run.errors.map { line in
        line.replacing(#/\d+ ms/#, with: "T ms").split(separator: "/").last.map(String.init) ?? ""
      }
    }

    private func place(_ mark: String) throws -> String {
      try Mark(mark, in: "RetryableFixture.swift").short
    }

    @Test(arguments: [
      "testAssertionThenSuccess", "testErrorAfterAssertion", "testStepOfPageObject",
    ])
    func `an issue of a retried attempt does not reach the result`(test: String) async throws {
      let run = try await Fixtures.runXCTest("RetryableFixture/\(test)")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.output.contains("Executed 1 test, with 0 failures (0 unexpected)"))
      #expect(!run.output.contains(": error: "))
    }

    @Test func `a step in setup or teardown holds issues back too`() async throws {
      let run = try await Fixtures.runXCTest("SetUpFixture")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.output.contains("Executed 1 test, with 0 failures (0 unexpected)"))
      for name in ["Set Up", "Tear Down"] {
        #expect(run.log.contains { $0.contains("✅ \(name) required 1 retry attempt before success") })
      }
    }

    @Test func `the cause names the issue's own file and line`() async throws {
      let log = try await Fixtures.runXCTest("RetryableFixture/testAssertionThenSuccess").log
      let issue = "\(try place("withheld assertion")): XCTAssertEqual failed: (\"1\") is not equal to (\"2\") - not yet"
      #expect(log.contains("♻️♻️♻️🔎 [CAUSE: 0] \(issue)."))
      #expect(!log.contains { $0.contains("[WITHHELD") })
      #expect(log.last == "♻️♻️♻️✅ Sign In required 1 retry attempt before success. Recovered by retrying.")
    }

    @Test func `the cause has an error that was thrown after an issue`() async throws {
      let thrown = try await Fixtures.runXCTest("RetryableFixture/testErrorAfterAssertion").log
      #expect(thrown.contains { $0.contains("[CAUSE: 0]") && $0.contains("the reason. Threw ") })
      let unwrapped = try await Fixtures.runXCTest("RetryableFixture/testUnwraps").log
      #expect(
        unwrapped.contains { $0.contains("[CAUSE: 0]") && $0.contains("XCTUnwrap failed") && !$0.contains("Threw") }
      )
      let required = try await Fixtures.runSwiftTesting("WithholdingSuiteFixture/requirementThenSuccessAsync\\(").log
      #expect(required.contains { $0.contains("[CAUSE: 0]") && !$0.contains("Threw") })
    }

    @Test func `an assertion without a comment leaves no trailing dash`() async throws {
      let log = try await Fixtures.runXCTest("RetryableFixture/testStepOfPageObject", ["AUTO_RETRY_LOG": "all"]).log
      let issue = "XCTAssertEqual failed: (\"1\") is not equal to (\"2\")"
      #expect(log.contains { $0.hasPrefix("♻️♻️♻️🙈 [WITHHELD: 0] ") && $0.hasSuffix(issue) })
      #expect(log.contains { $0.hasPrefix("♻️♻️♻️🔎 [CAUSE: 0] ") && $0.hasSuffix("\(issue).") })
    }

    @Test func `a failed step reports each failing line once, then itself`() async throws {
      let run = try await Fixtures.runXCTest("RetryableFixture/testExhausted")
      let test = "error: RetryableFixture.testExhausted : failed - "
      #expect(run.exitCode == 1)
      #expect(
        errors(of: run) == [
          "\(try place("first")): \(test)first of attempt 1 (attempts 1 and 2 of Sign In)",
          "\(try place("second")): \(test)second of attempt 1 (attempts 1 and 2 of Sign In)",
          "\(try place("retryable exhausted")): \(test)♻️♻️♻️❌ [FAIL] Sign In failed: "
            + "2 attempts (the first and 1 retry) in T ms. "
            + "First cause: \(try place("first")): failed - first of attempt 1 (and 1 more). "
            + "Last cause: \(try place("first")): failed - first of attempt 2 (and 1 more).",
        ]
      )
      // Neither the record of its line nor the cause has this text.
      let dropped = run.log.filter { $0.contains("[WITHHELD: 1]") }
      #expect(dropped.count == 1)
      #expect(dropped.first?.hasSuffix("\(try place("second")): failed - second of attempt 2") == true)
    }

    @Test func `an assertion in an attempt fails a plain test, with one hint`() async throws {
      let run = try await Fixtures.runXCTest("StepFixture/testAssertionInAttempt")
      #expect(run.exitCode == 1)
      #expect(errors(of: run).count == 2)
      let hint =
        "♻️♻️♻️💡 [HINT] An assertion or a step failed inside an attempt of Launch, so the test fails even if a retry succeeds. "
        + "In a RetryableTestCase (or a class that calls both withholdingIssues and holdBack), only the attempt would fail."
      #expect(run.log.filter { $0.contains("[HINT]") } == [hint])
      let inner = try await Fixtures.runXCTest("StepFixture/testStepInAttempt")
      #expect(inner.failures.count == 2)
      #expect(inner.log.filter { $0.contains("[HINT] An assertion") } == [hint])
      let optional = try await Fixtures.runXCTest("StepFixture/testOptionalAssertion")
      #expect(optional.log.last?.hasSuffix("but the issues of its attempts fail the test.") == true)
      #expect(optional.failures == ["failed - a bug"])
    }

    @Test(arguments: ["expectationThenSuccess", "requirementThenSuccessAsync"])
    func `in Swift Testing an issue of a retried attempt is known`(test: String) async throws {
      let run = try await Fixtures.runSwiftTesting("WithholdingSuiteFixture/\(test)\\(")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.output.contains("Test run with 1 test in 1 suite passed"))
      #expect(run.output.contains("known issue"))
    }

    @Test func `the last attempt leaves each failure of a loop to Swift Testing`() async throws {
      let run = try await Fixtures.runSwiftTesting("WithholdingSuiteFixture/loopInEachAttempt")
      let issues = run.issues.filter { !$0.contains("known issue") }
      #expect((1...3).allSatisfy { taps in issues.contains { $0.contains("(taps → \(taps)) == 0") } }, "\(issues)")
      // The fourth is the failure of the step.
      #expect(issues.count == 4)
    }

    /// What Swift Testing cannot record again, the last attempt leaves to it.
    @Test func `an expectation that failed in each attempt is one issue`() async throws {
      let run = try await Fixtures.runSwiftTesting("WithholdingSuiteFixture/changingAssertion")
      let place = try Mark("changing issue", in: "WithholdingSuiteFixture.swift").short
      let sheet = "Open Sheet (\(try Mark("open sheet", in: "NestFixture.swift").short)) failed"
      #expect(run.issues.count { !$0.contains("known issue") } == 2)
      #expect(run.lines.count { $0.hasSuffix("↳ taps is 27") } == 1)
      #expect(
        run.output.contains(
          "\(sheet) in 27 attempts; first: \(place): taps is 1. Noted: taps was 1; "
            + "last: \(place): taps is 27. Noted: taps was 27"
        )
      )
      #expect(run.output.contains("↳ held back: recorded again only if it fails the test"))
      // The step inside names the line, so the causes around it do not.
      let causes = run.log.filter { $0.contains("[CAUSE: ") }
      #expect(causes.last?.contains(sheet) == true)
      #expect(causes.allSatisfy { $0.ranges(of: place).count <= 1 })
    }

    #if compiler(>=6.3)
      @Test func `warnings and known issues do not fail an attempt`() async throws {
        let run = try await Fixtures.runSwiftTesting("WithholdingSuiteFixture/warningsAndKnownIssues")
        #expect(run.exitCode == 0)
        #expect(!run.output.contains("[RETRY INFO"))
      }
    #endif

    @Test func `two hundred steps side by side never see each other's issues`() async throws {
      let run = try await Fixtures.runSwiftTesting("WithholdingSuiteFixture/sideBySide", ["AUTO_RETRY_LOG": "all"])
      #expect(run.exitCode == 0)
      #expect(run.output.contains("with 200 test cases passed"))
      let withheld = run.log.filter { $0.contains("[WITHHELD") }
      #expect(withheld.count == 100)
      #expect(
        withheld.allSatisfy { line in
          line.firstMatch(of: #/sideBySide\(number:\) (\d+)\].*of case (\d+)$/#).map { $0.1 == $0.2 } ?? false
        }
      )
    }
  }
#endif
