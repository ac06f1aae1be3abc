import Testing

#if os(Linux)
  /// Two calls make any base class hold issues back; seen from outside, in a class that inherits from a vendor's.
  @Suite struct CompanyTests {
    private func runsWithStep(_ test: String) async throws -> Fixtures.Run {
      try await Fixtures.runXCTest("CompanyFixture/test\(test)")
    }

    @Test(arguments: ["Assertion", "AfterAnotherInstance"])
    func `an issue of a retried attempt does not reach the result`(test: String) async throws {
      let run = try await runsWithStep("Green\(test)")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.output.contains("Executed 1 test, with 0 failures (0 unexpected)"))
      #expect(run.log.contains { $0.contains("🔎 [CAUSE: 0]") })
    }

    @Test(
      arguments: [
        ("Exhausted", ["failed - a bug"]),
        ("AfterAnotherInstance", ["failed - a bug of the other", "failed - a bug"]),
        ("Wait", ["Asynchronous wait failed - Exceeded timeout of 0.01 seconds, with unfulfilled expectations: never"]),
      ] as [(String, [String])]
    )
    func `every other issue is recorded once`(test: String, issues: [String]) async throws {
      let run = try await runsWithStep("Red\(test)")
      #expect(run.exitCode == 1, "\(run.output)")
      #expect(run.failures == issues)
    }

    @Test(
      arguments: [
        ("Value", "value in a company", "threw error \"Load failed"),
        ("NotRetryable", "not retryable in a company", "threw error \""),
        ("InnerStep", "inner step in a company", "failed - ♻️♻️♻️❌ [FAIL] Load failed"),
      ]
    )
    func `a step's error that ends a test is recorded once`(test: String, mark: String, message: String) async throws {
      let run = try await runsWithStep("Red\(test)")
      let place = try Mark(mark, in: "CompanyFixture.swift").description
      #expect(run.errors.count == 1)
      #expect(run.errors.first?.hasPrefix("\(place): error: CompanyFixture.testRed\(test) : \(message)") == true)
    }

    @Test func `a flaky scope outside a test that can run again is a failure`() async throws {
      let run = try await runsWithStep("RedFlakyScope")
      let place = try Mark("flaky scope of a company", in: "CompanyFixture.swift").description
      let message = "failed - A flaky scope needs a test that can run again: inherit from RetryableTestCase."
      #expect(run.failures == [message, "failed - a bug"])
      #expect(run.output.contains("\(place): error: CompanyFixture.testRedFlakyScope : \(message)"))
    }

    @Test func `issues of a step that outlives its test are reported`() async throws {
      let tests = (1...2).map { "CompanyFixture/testRedStepOutlivesItsTest\($0)" }
      let run = try await Fixtures.runXCTest(tests.joined(separator: ",Fixtures."))
      #expect(run.exitCode == 1, "\(run.output)")
      #expect(run.failures.filter { !$0.isEmpty } == ["failed - a bug (attempt 1 of Sign In)"])
      #expect(
        run.output.contains(
          "error: failed - late (of CompanyFixture.testRedStepOutlivesItsTest1, which had ended) (in no test's result"
        )
      )
      #expect(run.output.contains("Executed 2 tests, with 1 failure (0 unexpected)"))
    }

    @Test(arguments: ["InvokingFixture", "RecordingFixture"])
    func `a class with only one of the two calls gets a hint`(test: String) async throws {
      let run = try await Fixtures.runXCTest("\(test)/testRed")
      #expect(run.exitCode == 1)
      #expect(run.failures.count == 1)
      #expect(run.log.contains { $0.contains("💡 [HINT]") && $0.contains("calls both withholdingIssues and holdBack") })
    }

    @Test(arguments: [
      ("testGreen", 0, []), ("testGreenOnRerun", 0, ["run 0", "run 1"]), ("testRed", 1, []), ("testRedTwice", 2, []),
      ("testRedOnce", 1, []),
    ])
    func `a class with duplicate calls handles each issue once`(test: String, issues: Int, said: [String])
      async throws
    {
      let run = try await Fixtures.runXCTest("CautiousFixture/\(test)")
      #expect(run.exitCode == (issues == 0 ? 0 : 1), "\(run.output)")
      #expect(run.failures == Array(repeating: "failed - a bug", count: issues))
      #expect(run.said == said)
      #expect(run.log.filter { $0.contains("🚨 [NOT WITHHELD]") }.count == (test == "testRed" ? 1 : 0))
    }

    @Test func `an override that records an issue of its own is heard`() async throws {
      let red = try await Fixtures.runXCTest("GarrulousFixture/testRed")
      #expect(red.exitCode == 1)
      #expect(red.failures.contains("failed - a bug"))
      #expect(red.failures.contains("failed - elsewhere 1"))
      let nest = try await Fixtures.runXCTest("GarrulousFixture/testRedBesideAnInnerStep")
      #expect(nest.failures.contains("failed - elsewhere 1"))
    }
  }
#endif
