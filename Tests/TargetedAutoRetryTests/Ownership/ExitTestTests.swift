#if os(Linux)
  import Testing

  /// The child of an exit test has no current test, and its issues reach the parent.
  @Suite struct ExitTestTests {
    @Test(
      arguments: [
        ("step", "Launch failed: 2 attempts"), ("asynchronousStep", "Launch failed: 2 attempts"),
        ("wait", "Timed out waiting for: Window"), ("abort", "the app crashed"), ("crashInAttempt", "a bug"),
        ("crashAfterInnerStep", "Launch failed: 1 attempt"), ("thread", "Launch failed: 1 attempt"),
        ("flaky", "Launch failed: 1 attempt"), ("insideAttempt", "Launch failed: 1 attempt"),
      ]
    )
    func `a failure in the child fails the parent's test`(test: String, message: String) async throws {
      let run = try await Fixtures.runSwiftTesting("ExitTestFixture/\(test)")
      #expect(run.exitCode == 1)
      let issue = try #require(run.lines.firstIndex { $0.contains("recorded an issue at ExitTestFixture.swift") })
      #expect(run.lines[issue...].contains { $0.contains(message) }, "\(run.output)")
    }

    @Test(arguments: [("0", 0), ("1", 1)])
    func `AUTO_RETRY_FAIL_ON_RECOVERY applies in the child process`(value: String, code: Int32) async throws {
      let run = try await Fixtures.runSwiftTesting("ExitTestFixture/recovery", ["AUTO_RETRY_FAIL_ON_RECOVERY": value])
      #expect(run.exitCode == code)
      #if compiler(>=6.3)
        #expect(run.output.contains("Launch required 1 retry attempt before success."), "\(run.output)")
      #endif
    }

    @Test func `a variable that the child cannot read fails the test`() async throws {
      let run = try await Fixtures.runSwiftTesting("ExitTestFixture/recovery", ["AUTO_RETRY_ATEMPTS": "1"])
      #expect(run.exitCode == 1)
      #expect(run.output.contains("The nearest is AUTO_RETRY_ATTEMPTS."))
    }
  }
#endif
