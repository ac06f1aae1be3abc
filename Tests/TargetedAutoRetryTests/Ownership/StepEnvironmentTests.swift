#if os(Linux)
  import Testing

  /// What is around a test, and what outlives it.
  @Suite struct StepEnvironmentTests {
    @Test func `what an author sets around a test holds inside, in each run`() async throws {
      #expect(try await Fixtures.runXCTest("SurroundedFixture/testPolicy").said == ["2"])
      #expect(try await Fixtures.runXCTest("SurroundedFixture/testPolicyInEachRun").said == ["2", "2"])
      let run = try await Fixtures.runXCTest("SurroundedFixture/testRedPlace")
      #expect(run.errors.map { $0.hasPrefix("/src/Around.swift:7: error: ") } == [true], "\(run.output)")
    }

    @Test(arguments: [
      ("AbandonedFixture", " (of AbandonedFixture.testA, which had ended)"), ("AbandonedPlainFixture", ""),
    ])
    func `a step that outlives its test fails only the process`(fixture: String, name: String) async throws {
      let run = try await Fixtures.runXCTest("\(fixture)/testA,Fixtures.\(fixture)/testB")
      #expect(run.exitCode == 1)
      #expect(run.output.contains("Executed 2 tests, with 0 failures"), "\(run.output)")
      #expect(run.output.contains("Late failed: 1 attempt in "))
      #expect(run.output.contains("\(name) (in no test's result, so the process exits with an error)"), "\(run.output)")
      #expect(run.lines.contains { $0.hasPrefix("♻️ A step failed in a test that passed: Late (") }, "\(run.output)")
    }

    @Test(arguments: ["testTask", "testThread"])
    func `a step of an earlier run fails the test while that runs again`(name: String) async throws {
      let run = try await Fixtures.runXCTest("OutlivedRunFixture/\(name)")
      #expect(run.failures.contains { $0.contains("Late failed: 1 attempt in ") }, "\(run.output)")
      #expect(run.output.contains("Executed 1 test, with 2 failures"), "\(run.output)")
      #expect(!run.output.contains("which had ended"))
    }

    @Test func `a carried attempt holds back issues of other threads`() async throws {
      let run = try await Fixtures.runSwiftTesting("CarriedFixture/")
      // Each test passes if its second attempt succeeds. Otherwise the issue fails it, and the step does.
      #expect(run.lines.count { $0.contains("recorded an issue with 1 argument") } == 5, "\(run.output)")
      #expect(!run.output.contains("«unknown» recorded an issue"), "\(run.output)")
    }

    @Test(arguments: [("green", Int32(0)), ("red", 1)])
    func `a step of a detached task holds back its issues`(test: String, exitCode: Int32) async throws {
      let run = try await Fixtures.runSwiftTesting("DetachedFixture/\(test)")
      #expect(run.exitCode == exitCode, "\(run.output)")
      #expect(run.log.contains { $0.contains("[NEW RETRY ACTION: 1] Detached") })
    }

    @Test func `a line that another test has forgiven is recorded once`() async throws {
      let run = try await Fixtures.runSwiftTesting("SharedLineFixture/")
      #expect(run.lines.count { $0.contains("Test second() recorded an issue at ") } == 1, "\(run.output)")
    }

    @Test func `a policy is never asked about an assertion that throws`() async throws {
      #expect(try await Fixtures.runXCTest("OwnershipFixture/testGreenUnwrapUnderAPolicy").exitCode == 0)
      #expect(try await Fixtures.runSwiftTesting("RequirementFixture/requirementUnderAPolicy").exitCode == 0)
    }

    @Test func `an error that a step does not retry has the step's name`() async throws {
      let run = try await Fixtures.runXCTest("EndingFixture/testNotRetryable")
      #expect(run.errors.count == 1 && run.errors[0].hasSuffix("threw error \"Refused()\" in Load"), "\(run.output)")
    }

    @Test func `an error of reset steps says so in the failure`() async throws {
      let run = try await Fixtures.runXCTest("BrokenResetFixture/testResetStepsThrow")
      let place = try Mark("reset steps throw", in: "RetryableFixture.swift")
      let text = "threw error \"NoWayBack()\" in the reset steps of Sign In"
      #expect(run.errors == ["\(place): error: BrokenResetFixture.testResetStepsThrow : \(text)"])
    }

    @Test func `a failed requirement is described as its issue is`() async throws {
      let run = try await Fixtures.runSwiftTesting("RequirementFixture/requirementInResetSteps")
      #expect(run.log.contains { $0.contains(": The reset steps threw Expectation failed: [1].isEmpty → false.") })
    }
  }
#endif
