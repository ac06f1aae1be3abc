#if os(Linux)
  import Testing

  /// The messages about reset steps that throw: the error itself names neither them nor the step.
  @Suite struct ResetStepsTests {
    private static let file = "ResetStepsFixture.swift"

    private func stopLine(_ mark: String) throws -> String {
      "♻️♻️♻️🛑 [STOP: 0] Launch stopped at \(try Mark(mark, in: Self.file).short): The reset steps threw NoWayBack(). "
        + "No more retries will be attempted."
    }

    @Test func `an error of reset steps fails the test, and the log names the step and its place`() async throws {
      let run = try await Fixtures.runXCTest("ResetStepsFixture/testThrows")
      let errors = run.lines.filter { $0.contains("error: ") }
      #expect(errors.count == 1)
      #expect(errors.first?.hasSuffix(#"threw error "NoWayBack()""#) == true)
      #expect(run.log.last == (try stopLine("reset steps threw")))
      #expect(run.output.contains("with 1 failure (1 unexpected)"))
    }
  }
#endif
