import Testing

@testable import TargetedAutoRetry

@Suite struct FlakyTestReportTests {
  /// A test of 3 runs at most, whose last run took one of its ten seconds.
  @Test(
    arguments: [
      (1, .succeeded, true, StepOutcome.passed, 0, nil),
      (2, .succeeded, true, .recovered, 9, "♻️♻️♻️✅ [FLAKY] passed on re-run 1"),
      (3, .failed, true, .exhausted, 10, "♻️♻️♻️❌ [FLAKY] failed on re-run 2"),
      (2, .failed, false, .aborted, 10, "♻️♻️♻️❌ [FLAKY] failed on re-run 1"),
      (2, .skipped, true, .aborted, 10, nil),
    ] as [(Int, FlakyTestReport.Ending, Bool, StepOutcome, Int, String?)]
  )
  func `all runs but one that passed are tax`(
    run: Int,
    ending: FlakyTestReport.Ending,
    isExcused: Bool,
    outcome: StepOutcome,
    tax: Int,
    lastLine: String?
  ) {
    let report = FlakyTestReport(
      ending: ending,
      last: Attempt(number: run, retriesRemaining: 3 - run),
      cause: nil,
      flakiness: isExcused ? .fixable(reason: "The map is slow") : nil,
      start: .zero,
      elapsed: .seconds(10),
      lastRun: .seconds(1)
    )
    #expect(report.outcome == outcome)
    #expect(report.tax == .seconds(tax))
    #expect(report.lastLine == lastLine)
  }
}
