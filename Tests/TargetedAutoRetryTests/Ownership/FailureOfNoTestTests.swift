import Testing

/// Failures that are in no test's result: each is printed with its place, and the process exits with an error.
#if os(Linux)
  @Suite struct FailureOfNoTestTests {
    private func expectRed(_ run: Fixtures.Run, at marks: [String], in file: String, _ message: String = "") throws {
      let isOfSwiftTesting = run.output.contains("Testing Library Version")
      let example = isOfSwiftTesting ? ", as from a detached task, a thread or a trait" : ""
      let end = " (in no test's result\(example), so the process exits with an error)"
      let failures = run.lines.filter { $0.hasSuffix(end) }
      let places = try marks.map { try Mark($0, in: file).description }
      #expect(run.exitCode == 1, "\(run.output)")
      #expect(failures.count == places.count)
      for (failure, place) in zip(failures, places) {
        #expect(failure.hasPrefix("\(place): error: "))
        #expect(failure.contains(message))
      }
    }

    @Test(
      arguments: [
        ("OutsideTestsFixture/testNothing", ["outside", "outside too"], "1 test, with 0 failures"),
        ("IdleFixture", ["of an idle instance"], "1 test, with 0 failures"),
        ("LastTestFixture", ["after the last test"], "1 test, with 0 failures"),
        ("PlainNestingFixture", ["after a plain nested test"], "1 test, with 0 failures"),
        ("LateStepFixture", ["after its test"], "2 tests, with 0 failures"),
      ]
    )
    func `outside the tests of XCTest`(test: String, marks: [String], result: String) async throws {
      let run = try await Fixtures.runXCTest(test)
      try expectRed(run, at: marks, in: "OutsideTestsFixture.swift")
      #expect(run.output.contains("Executed \(result) (0 unexpected)"))
    }

    @Test func `after the last test of a process that exits`() async throws {
      let run = try await Fixtures.runXCTest("LastTestFixture", ["FIXTURE_EXITS": "1"])
      try expectRed(run, at: ["after the last test"], in: "OutsideTestsFixture.swift", "♻️♻️♻️❌ [FAIL] Open Page")
    }

    @Test(
      arguments: [
        "ExitFixture/testSecondAttempt", "ExitFixture/testAttemptAfterAnInnerStep", "ExitFixture/testRerun",
        "ExitSuiteFixture/secondAttempt", "ExitSuiteFixture/rerun", "RerunInstanceExitFixture",
      ]
    )
    func `a test that exits with a held-back failure fails the process`(test: String) async throws {
      let run = try await Fixtures.run(test)
      #expect(run.exitCode == 1)
      let lines = run.lines.filter { $0.hasSuffix(" (held back until the process ended)") }
      #expect(lines.count == 1 && lines[0].contains(": error: ") && lines[0].contains("a bug"), "\(run.output)")
    }

    @Test(
      arguments: [
        "FailedAttemptExitFixture/testCondition", "FailedAttemptExitFixture/testResetSteps",
        "FailedAttemptExitFixture/testValue", "FailedAttemptExitFixture/testInnerStep",
        "PlainFailedAttemptExitFixture/testHook", "FailedAttemptExitSuiteFixture/condition",
        "FailedAttemptExitFixture/testIsRetryable", "FailedAttemptExitFixture/testLimit",
        "FailedAttemptExitSuiteFixture/limit",
      ]
    )
    func `a test that exits after a failed attempt fails the process`(test: String) async throws {
      let run = try await Fixtures.run(test)
      #expect(run.exitCode == 1)
      let text = "the process ended after a failed attempt, before the step succeeded"
      let lines = run.lines.filter { $0.contains(text) }
      #expect(lines.count == 1 && lines[0].contains("ExitFixture.swift:"), "\(run.output)")
    }

    @Test(arguments: ["child", "failingChild", "invalidPolicyInChild"])
    func `a failure at the end of an exit test's child is an issue`(test: String) async throws {
      let run = try await Fixtures.runSwiftTesting("FailedAttemptExitSuiteFixture/\(test)")
      #expect(run.exitCode == 1)
      #expect(run.output.contains("Launch: "), "\(run.output)")
    }

    #if compiler(>=6.3)
      private static let skips = ["FailedAttemptExitSuiteFixture/skippedAtLimit"]
    #else
      /// Code of a test cannot skip it.
      private static let skips: [String] = []
    #endif

    @Test(arguments: ["FailedAttemptExitFixture/testOnlyLogged", "FailedAttemptExitFixture/testRecovered"] + skips)
    func `a process may end after a step that did not fail its test`(test: String)
      async throws
    {
      let run = try await Fixtures.run(test)
      #expect(run.exitCode == 0, "\(run.output)")
    }

    @Test func `a failure after a nested test is that of the test around it`() async throws {
      let run = try await Fixtures.runXCTest("NestingFixture")
      let mark = try Mark("after a nested test", in: "OutsideTestsFixture.swift")
      #expect(run.exitCode == 1)
      #expect(run.output.contains("\(mark): error: NestingFixture.testOther : failed - ♻️♻️♻️❌ [FAIL] "))
    }

    @Test func `on a detached task of Swift Testing`() async throws {
      let run = try await Fixtures.runSwiftTesting("SuiteFixture/exhaustedOnDetachedTask")
      try expectRed(run, at: ["suite exhausted detached"], in: "SuiteFixture.swift", "♻️♻️♻️❌ [FAIL] Open Page")
    }

    private static let planned = {
      var planned = [
        ("exhausted", "[FAIL] Action failed: 1 attempt in "), ("wait", "[FAIL] Timed out waiting for: Wait"),
        ("abort", "the app crashed"), ("recovery", "AUTO_RETRY_FAIL_ON_RECOVERY makes that a failure."),
      ]
      #if compiler(>=6.3)
        // Swift 6.2 has no current test there, and drops them.
        planned += [
          ("assertion", "Expectation failed: (RetryAttempt.current?.number → 1) == 2 (attempt 1 of Action)"),
          ("last assertion", "Expectation failed: (RetryAttempt.current?.number → 1) == 2"),
        ]
      #endif
      return planned
    }()

    /// The code of a plan: the arguments of a test, a condition, a condition's closure, and a trait.
    private static let places = ["arguments", "condition", "closure", "trait"]

    @Test(arguments: planned)
    func `while Swift Testing makes its plan`(step: String, message: String) async throws {
      let run = try await Self.plan("(\(Self.places.joined(separator: "|")))", step)
      let mark = step.hasSuffix("assertion") ? "assertion" : step
      try expectRed(run, at: Self.places.map { _ in "planned: \(mark)" }, in: "PlanFixture.swift", message)
    }

    /// A process complains once.
    @Test(arguments: places, ["complaint", "expected complaint"])
    func `a variable that the plan complains about`(place: String, step: String) async throws {
      let run = try await Self.plan(place, step)
      let message = "AUTO_RETRY_ATEMPTS is \"0\", and there is no such variable."
      try expectRed(run, at: ["planned: \(step)"], in: "PlanFixture.swift", message)
    }

    @Test(arguments: ["forgiven", "expected"])
    func `what is forgiven or expected in the plan is not a failure`(step: String) async throws {
      let run = try await Self.plan("(\(Self.places.joined(separator: "|")))", step)
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.output.contains("Test run with 4 tests"))
    }

    private static func plan(_ place: String, _ step: String) async throws -> Fixtures.Run {
      var variables = ["FIXTURE_STEP": step]
      if step == "recovery" { variables["AUTO_RETRY_FAIL_ON_RECOVERY"] = "1" }
      if step.hasSuffix("complaint") { variables["AUTO_RETRY_ATEMPTS"] = "0" }
      return try await Fixtures.runSwiftTesting("PlanFixture/\(place)", variables)
    }
  }
#endif
