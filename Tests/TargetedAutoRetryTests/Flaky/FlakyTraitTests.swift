#if os(Linux)
  import Testing

  @Suite struct FlakyTraitTests {
    private func run(_ test: String) async throws -> Fixtures.Run {
      try await Fixtures.runSwiftTesting("FlakySuiteFixture/\(test)\\(")
    }

    @Test func `a test runs again in a fresh suite; its issues become known`() async throws {
      let run = try await run("passesOnRerun")
      let place = try Mark("suite flaky", in: "FlakySuiteFixture.swift").short
      #expect(run.exitCode == 0)
      #expect(run.said == ["run 0, touched 1", "run 1, touched 1"])
      #expect(run.output.contains("Test passesOnRerun() passed") && run.output.contains("with 1 known issue"))
      let label = "[FlakySuiteFixture/passesOnRerun()] "
      #expect(
        run.log == [
          "\(label)♻️♻️♻️🙈 [WITHHELD: 0] \(place): Expectation failed: (FlakyTrait.retryCount → 0) == 1",
          "\(label)♻️♻️♻️ [FLAKY] test failed in a flaky scope (slow map). Re-running: 1 of 2.",
          "\(label)♻️♻️♻️✅ [FLAKY] passed on re-run 1",
        ]
      )
    }

    /// A requirement that fails counts once, although it also throws.
    @Test(arguments: [("failsInEachRun", 2), ("requiresInVain", 1)])
    func `the last re-run reports for real, and its line only once`(test: String, reruns: Int)
      async throws
    {
      let run = try await run(test)
      #expect(run.exitCode == 1)
      #expect(run.lines.filter { $0.contains("Test \(test)() recorded an issue at ") }.count == 1)
      #expect(run.log.count { $0.contains("[WITHHELD") } == reruns)
      #expect(run.log.last?.contains("♻️♻️♻️❌ [FLAKY] failed on re-run \(reruns)") == true)
    }

    @Test func `an issue of an earlier run fails the test and its last line`() async throws {
      let run = try await run("isFailedByAnEarlierRun")
      let place = try Mark("suite late", in: "FlakySuiteFixture.swift").short
      #expect(run.exitCode == 1)
      #expect(run.issues.count == 2, "the late one, and the one that was held back: \(run.output)")
      #expect(run.log.contains { $0.contains("[NOT WITHHELD] \(place): late (its flaky scope has finished)") })
      #expect(run.log.last?.contains("♻️♻️♻️❌ [FLAKY] failed on re-run 1") == true)
    }

    /// The error left the scope in the first run; only there it stands for an issue.
    @Test(arguments: ["FlakySuiteFixture/throwsStoredError", "FlakyFixture/testThrowsStoredError"])
    func `the error of a scope is an issue if a later run throws it`(test: String) async throws {
      let run = try await Fixtures.run(test)
      #expect(run.exitCode == 1)
      #expect(run.output.contains("(it had left a flaky scope)"), "\(run.output)")
      #expect(run.log.last?.contains("♻️♻️♻️❌ [FLAKY] failed on re-run 1") == true)
    }

    @Test func `a known issue around a scope takes its error, or none`() async throws {
      let run = try await Fixtures.runSwiftTesting("FlakySuiteFixture/goesOnAfterKnownError")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(Set(run.said) == ["went on", "run 0", "run 1"])
      #expect(run.said.count { $0 == "went on" } == 2)
    }

    @Test func `a flaky scope can be carried to a detached task`() async throws {
      let run = try await run("carriesItsScope")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.log.last?.hasSuffix("♻️♻️♻️✅ [FLAKY] passed on re-run 1") == true)
    }

    @Test func `each case of a parameterized test runs again separately`() async throws {
      let run = try await run("onlyCaseThreeFlakes")
      #expect(run.exitCode == 0)
      #expect(
        run.said.sorted() == ["case 1 run 0", "case 2 run 0", "case 3 run 0", "case 3 run 1", "case 4 run 0"]
      )
    }

    @Test func `the retries of a step come first, then the re-run of the test`() async throws {
      let run = try await run("stepIsExhausted")
      #expect(run.exitCode == 0)
      #expect(run.said == ["attempt 1 of run 0", "attempt 2 of run 0", "attempt 1 of run 1"])
      // One of each attempt, and two that the run kept: the line and the step.
      #expect(run.output.contains("with 4 known issues"))
    }

    @Test func `a scope narrows the trait, even for a failure before it`() async throws {
      let run = try await run("failsBeforeItsScope")
      #expect(run.exitCode == 1)
      #expect(run.said == ["run 0"])
      #expect(run.output.contains("↳ no menu"), "\(run.output)")
    }

    #if compiler(>=6.3)
      @Test func `a canceled test is not run again`() async throws {
        let run = try await run("isCancelled")
        #expect(run.exitCode == 0)
        #expect(run.said == ["run 0"])
        #expect(run.output.contains("Test isCancelled() was cancelled"))
      }

      @Test func `a test that is canceled after a failure fails, and does not run again`() async throws {
        let run = try await run("isCancelledAfterAFailure")
        #expect(run.exitCode == 1)
        #expect(run.said == ["run 0"])
        #expect(run.issues.count == 1 && run.output.contains("no map"), "\(run.output)")
        #expect(run.log.last?.hasSuffix("♻️♻️♻️❌ [FLAKY] not run again: it failed, and was skipped.") == true)
      }
    #endif

    @Test(arguments: [
      ("scopeWithoutTrait", "A flaky scope needs the trait .flaky(…) on its test, with a reason of its own."),
      ("emptyReason", "reason is \"\", but must be a text that says what is wrong."),
    ])
    func `a failure that cannot be held back is an issue`(test: String, issue: String) async throws {
      let run = try await run(test)
      #expect(run.exitCode == 1)
      #expect(run.lines.contains { $0.hasSuffix("↳ \(issue)") })
      #expect(!run.output.contains("Re-running"))
    }

    /// Nothing is held back, so the code fails its test at once.
    @Test(arguments: ["FlakySuiteFixture/expired", "RecordFixture/testFailsInExpiredScope"])
    func `code that fails in an expired scope fails the process`(test: String) async throws {
      let run = try await Fixtures.run(test)
      #expect(run.exitCode == 1)
      #expect(run.output.contains("The flaky scope has expired and no longer holds issues back (2020-01-"))
      #expect((run.errors + run.issues).count == 1, "\(run.output)")
      #expect(!run.output.contains("Re-running") && !run.output.contains("[WITHHELD"))
    }

    @Test func `the trait of a test replaces that of its suite`() async throws {
      let run = try await Fixtures.runSwiftTesting("FlakyAsAWholeSuiteFixture/hasItsOwn")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.log.filter { $0.contains("(slow pin). Re-running: ") }.count == 2)
    }

    @Test func `a suite hands the trait on to each of its tests`() async throws {
      let run = try await Fixtures.runSwiftTesting("FlakyAsAWholeSuiteFixture")
      let place = try Mark("suite throws in its third test", in: "FlakySuiteFixture.swift").short
      #expect(run.exitCode == 0)
      #expect(run.log.filter { $0.contains("Re-running: 1 of 1.") }.count == 2)
      #expect(run.log.contains { $0.contains("[WITHHELD: 0] \(place): Caught error: ") })
    }
  }
#endif
