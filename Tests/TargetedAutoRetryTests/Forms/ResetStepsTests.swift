#if os(Linux)
  import Testing

  /// The messages about reset steps that throw: the error itself names neither them nor the step.
  @Suite struct ResetStepsTests {
    private static let file = "ResetStepsFixture.swift"

    private func stopLine(_ mark: String) throws -> String {
      "♻️♻️♻️🛑 [STOP: 0] Launch stopped at \(try Mark(mark, in: Self.file).short): The reset steps threw NoWayBack(). "
        + "No more retries will be attempted."
    }

    @Test func `in a test case that withholds issues the failure is at the step, and names it and its reset steps`()
      async throws
    {
      let run = try await Fixtures.runXCTest("ResetStepsFixture/testThrows")
      let errors = run.lines.filter { $0.contains("error: ") }
      #expect(errors.count == 1)
      #expect(errors.first?.hasPrefix("\(try Mark("reset steps threw", in: Self.file)): error: ") == true)
      #expect(errors.first?.hasSuffix(#"threw error "NoWayBack()" in the reset steps of Launch"#) == true)
      #expect(run.log.last == (try stopLine("reset steps threw")))
      #expect(run.output.contains("with 1 failure (1 unexpected)"))
    }

    @Test func `an error of a value step in reset steps has the place of the step around`() async throws {
      let run = try await Fixtures.runXCTest("ResetStepsFixture/testThrowsFromValueStep")
      let errors = run.lines.filter { $0.contains("error: ") }
      let place = try Mark("reset steps with a value step threw", in: Self.file)
      #expect(errors.count == 1)
      #expect(errors.first?.hasPrefix("\(place): error: ") == true)
      #expect(errors.first?.hasSuffix("in the reset steps of Launch") == true)
    }
  }
#endif
