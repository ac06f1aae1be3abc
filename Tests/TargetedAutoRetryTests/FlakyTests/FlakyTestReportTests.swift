import Testing

@testable import TargetedAutoRetry

@Suite struct FlakyTestReportTests {
  /// A test of 3 runs at most, whose last run took one of its ten seconds.
  @Test(
    arguments: [
      (1, false, false, StepOutcome.passed, 0, nil),
      (2, false, false, .recovered, 9, "♻️♻️♻️✅ [FLAKY] passed on re-run 1"),
      (3, true, false, .exhausted, 10, "♻️♻️♻️❌ [FLAKY] failed on re-run 2"),
      (2, true, false, .aborted, 10, "♻️♻️♻️❌ [FLAKY] failed on re-run 1"),
      (2, false, true, .aborted, 10, nil),
    ] as [(Int, Bool, Bool, StepOutcome, Int, String?)]
  )
  func `all runs but one that passed are tax`(
    runs: Int,
    failed: Bool,
    wasSkipped: Bool,
    outcome: StepOutcome,
    tax: Int,
    lastLine: String?
  ) {
    let report = FlakyTestReport(
      flakiness: .fixable(reason: "The map is slow"),
      runs: runs,
      maxRuns: 3,
      failed: failed,
      wasSkipped: wasSkipped,
      firstIssue: "",
      start: .zero,
      elapsed: .seconds(10),
      lastRun: .seconds(1)
    )
    #expect(report.outcome == outcome)
    #expect(report.tax == .seconds(tax))
    #expect(report.lastLine == lastLine)
  }
}
