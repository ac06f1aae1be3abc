import Testing

#if os(Linux)
  /// A step that its hook aborts, as seen from outside.
  @Suite struct AbortTests {
    @Test(arguments: ["Abort", "AbortInAStepThatThrows", "AbortOfATestCaseThatNeverRuns"])
    func `a test with an aborted inner step fails once`(test: String) async throws {
      let run = try await Fixtures.runXCTest("RetryableAbortFixture/test\(test)")
      #expect(run.exitCode == 1)
      #expect(run.output.contains("with 1 failure (0"))
      #expect(run.output.contains("the app crashed"))
    }

    @Test(arguments: ["abort", "aroundKnownAbort"])
    func `in Swift Testing an abort fails even with a known issue`(test: String) async throws {
      let run = try await Fixtures.runSwiftTesting("AbortSuiteFixture/\(test)\\(")
      #expect(run.exitCode == 1 && run.issues.count { !$0.contains("known issue") } == 1, "\(run.output)")
    }
  }
#endif
