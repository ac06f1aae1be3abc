import Testing

#if os(Linux)
  /// Only success forgives: if a step or a run ends in any other way, the issues that it held back fail the test.
  @Suite struct ForgivenessTests {
    @Test func `a step that outlives its run fails the test in the next run`() async throws {
      let run = try await Fixtures.runXCTest("ForgivenessFixture/testRedStepAfterItsRun")
      #expect(run.failures.count { $0.contains("[FAIL]") } == 1, "\(run.output)")
      #expect(run.failures.contains { $0.contains("in the scope") })
      #expect(!run.output.contains("in no test's result"))
    }

    @Test func `a skip in a step that outlives its run forgives nothing`() async throws {
      let run = try await Fixtures.runXCTest("ForgivenessFixture/testRedSkipAfterItsRun")
      #expect(run.exitCode == 1, "\(run.output)")
      #expect(run.failures.contains { $0.contains("in the scope") })
    }

    @Test func `an attempt after the end of its test does not hold issues back`() async throws {
      let tests = (1...2).map { "ForgivenessFixture/testRedAttemptAfterItsTest\($0)" }
      let run = try await Fixtures.runXCTest(tests.joined(separator: ",Fixtures."))
      #expect(run.exitCode == 1, "\(run.output)")
      #expect(run.failures.count == 1)
      let line = try #require(run.log.first { $0.contains("🚨 [NOT WITHHELD]") })
      #expect(line.hasSuffix("(its step was still running when the test finished)"))
    }

    @Test(arguments: [
      "ErrorOfForgivenAttempt", "ErrorOfForgivenAttemptBesideAWithheldIssue", "ErrorOfEarlierRun",
      "ErrorOfForgivenRequirementInResetSteps",
    ])
    func `the error of a forgiven issue is an issue if it ends the test`(test: String) async throws {
      try await expectRed("ForgivenessSuiteFixture/red\(test)")
    }

    #if compiler(>=6.3)
      @Test(arguments: ["TestIsCancelledInSecondAttempt", "RerunIsCancelled", "RerunGivesUpAfterCancellation"])
      func `a test that is canceled after an issue is red`(test: String) async throws {
        try await expectRed("ForgivenessSuiteFixture/red\(test)")
      }
    #endif

    @Test func `the error of a step with a known failure is an issue`() async throws {
      #expect(try await expectRed("ForgivenessSuiteFixture/redErrorOfAKnownFailure").issues.count == 2)
    }

    @Test func `a requirement that is a known issue does not fail its test`() async throws {
      let run = try await Fixtures.runSwiftTesting("ForgivenessSuiteFixture/greenErrorOfAKnownRequirement")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(!run.output.contains("[FLAKY]"))
    }

    @discardableResult
    private func expectRed(_ test: String) async throws -> Fixtures.Run {
      let run = try await Fixtures.runSwiftTesting("\(test)\\(")
      #expect(run.exitCode == 1, "\(run.output)")
      #expect(run.issues.count >= 1)
      return run
    }

    /// Only success forgives what the attempts held back.
    @Test func `an issue before the cancellation of a step is red`() async throws {
      try await expectRed("ForgivenessSuiteFixture/redIssueBeforeCancellation")
    }

    @Test func `all failures that are left when the process ends are printed`() async throws {
      let test = "ForgivenessSuiteFixture/redStepIsOpenAtTheEndBesideAFailureOfNoTest\\("
      let run = try await Fixtures.runSwiftTesting(test)
      #expect(run.exitCode == 1)
      #expect(run.output.contains("error: a bug (attempt 1 of Action) (held back until the process ended)"))
      let owner =
        "(in no test's result, as from a detached task, a thread or a trait, so the process exits with an error)"
      #expect(run.lines.contains { $0.hasSuffix(owner) }, "\(run.output)")
    }
  }

  /// An issue belongs to an attempt only if that is known.
  @Suite struct OriginTests {
    @Test(arguments: ["Wait", "OwnExpectations", "QueueDuringWait", "QueueDuringOwnWait", "StepDuringWait"])
    func `an attempt with a wait holds back what belongs to it`(test: String) async throws {
      let run = try await Fixtures.runXCTest("OriginFixture/testGreen\(test)")
      #expect(run.exitCode == 0, "\(run.output)")
    }

    @Test(arguments: ["testRedWaitInOrder", "testRedInvertedExpectation"])
    func `an issue of unknown origin fails the test, and the log says why`(test: String) async throws {
      let reason =
        "it was recorded on a thread that belongs to no known attempt; take RetryScope.current in the attempt and run the code in it"
      let run = try await Fixtures.runXCTest("OriginFixture/\(test)")
      #expect(run.output.contains("with 1 failure (0 unexpected)"))
      let line = try #require(run.log.first { $0.contains("🚨 [NOT WITHHELD]") })
      #expect(line.hasSuffix("(\(reason), or check XCTWaiter.wait)"))
      #expect(!run.output.contains("[HINT]"))
    }

    @Test(arguments: [
      ("SecondWait", "An expectation can be waited for only once"),
      ("SecondFulfillment", "An expectation can be waited for only once"),
      ("WaitOfSecondRun", "An expectation can be waited for only once"),
      ("SameExpectationTwice", "A wait has the same expectation twice."),
    ])
    func `an expectation of an earlier wait is a failure, not a crash`(test: String, text: String) async throws {
      let run = try await Fixtures.runXCTest("OriginFixture/testRed\(test)")
      #expect(run.exitCode == 1)
      #expect(run.errors.contains { $0.contains(text) }, "\(run.output)")
    }

    @Test func `an issue of the main queue fails the test during a wait`() async throws {
      let run = try await Fixtures.runXCTest("OriginFixture/testRedQueueDuringWait")
      #expect(run.exitCode == 1)
      #expect(run.errors.count == 1 && run.output.contains("of the main queue"), "\(run.output)")
    }

    @Test func `an assertion in reset steps fails the test, and the log says why`() async throws {
      let run = try await Fixtures.runXCTest("BrokenResetFixture/testResetStepsAssert")
      #expect(run.errors.count == 1)
      let end = "no way back (it was recorded in reset steps, which belong to no attempt)"
      #expect(run.log.contains { $0.contains("[NOT WITHHELD]") && $0.hasSuffix(end) }, "\(run.output)")
    }

    @Test func `an assertion in reset steps fails the attempt of the step around`() async throws {
      let run = try await Fixtures.runXCTest("BrokenResetFixture/testResetStepsAssertInOuterAttempt")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.log.contains { $0.contains("✅ Outer required 1 retry attempt before success") }, "\(run.output)")
    }

    @Test(arguments: [("RedInStep", 1), ("GreenInOuterAttempt", 0)])
    func `an assertion in a hook belongs to the attempt around the step, or to the test`(
      test: String,
      failures: Int
    ) async throws {
      let run = try await Fixtures.runXCTest("AssertingHookFixture/test\(test)")
      #expect(run.exitCode == Int32(failures), "\(run.output)")
      #expect(run.failures == Array(repeating: "failed - no screen", count: failures))
      #expect(run.log.contains { $0.contains("✅ Outer required 1 retry attempt before success") } == (failures == 0))
    }

    @Test func `what a failed inner step held back is dropped if the enclosing step recovers`() async throws {
      let run = try await Fixtures.runXCTest("RetryableFixture/testForgivenByOuterStep")
      #expect(run.exitCode == 0 && run.failures == [], "\(run.output)")
      #expect(run.log.contains { $0.contains("✅ Outer required 1 retry attempt before success") }, "\(run.output)")
    }

    /// Nobody carried the attempt into the thread, so the success of the step forgives nothing.
    @Test(
      arguments: ["OriginFixture/testRed", "OriginSuiteFixture/red"].flatMap { ["\($0)Thread", "\($0)Queue"] }
        + ["OriginFixture/testRedScopeOfThread"]
    )
    func `an assertion on a plain thread fails the test at once`(test: String) async throws {
      let run = try await Fixtures.run(test)
      #expect(run.exitCode == 1)
      #expect(run.errors.count + run.issues.count == 1, "\(run.output)")
      #expect(run.output.contains("of a stranger"))
      // The step did not fail.
      #expect(!run.output.contains("[RETRY INFO: 0]") && !run.output.contains("[FAIL]"))
      // Swift Testing asks no matcher about an issue of a plain thread, so there is nothing to say it.
      let line = run.log.first { $0.contains("[NOT WITHHELD]") }
      #expect(line?.contains("take RetryScope.current") == (test.hasPrefix("OriginFixture") ? true : nil))
    }

    @Test(arguments: ["OriginFixture/testRedScopeOfOutside", "OriginSuiteFixture/redScopeOfOutside"])
    func `a scope taken outside the attempt holds nothing back, and the log says why`(test: String) async throws {
      let run = try await Fixtures.run(test)
      #expect(run.exitCode == 1)
      #expect(run.errors.count + run.issues.count == 1, "\(run.output)")
      let lines = run.log.filter { $0.contains("[NOT WITHHELD]") }
      #expect(lines.count == 1 && lines[0].hasSuffix("or in a RetryScope that was taken outside them)"))
    }

    @Test func `a wait that fails has its place`() async throws {
      let run = try await Fixtures.runXCTest("OriginFixture/testRedWaitOutsideOfSteps")
      let place = try Mark("wait", in: "OriginFixture.swift")
      #expect(run.lines.contains { $0.hasPrefix("\(place): error: ") && $0.contains("Asynchronous wait failed") })
    }
  }
#endif
