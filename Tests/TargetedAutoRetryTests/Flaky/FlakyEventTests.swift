import Testing

@testable import TargetedAutoRetry

@Suite struct FlakyEventTests {
  /// A test of 3 runs at most, whose last run took one of its ten seconds.
  @Test(
    arguments: [
      (1, .passed, nil, 0, nil),
      (2, .recovered(by: .retrying), nil, 9, "♻️♻️♻️✅ [FLAKY] passed on re-run 1"),
      (3, .exhausted, nil, 10, "♻️♻️♻️❌ [FLAKY] failed on re-run 2"),
      (2, .aborted(.byIssue), nil, 10, "♻️♻️♻️❌ [FLAKY] failed on re-run 1"),
      (2, .aborted(.byIssue), .skip, 10, nil),
    ] as [(Int, StepOutcome, ErrorStop?, Int, String?)]
  )
  func `the time of all runs but one that passed is lost to retries`(
    run: Int,
    outcome: StepOutcome,
    stop: ErrorStop?,
    tax: Int,
    lastLine: String?
  ) {
    let report = TestReport(
      last: Attempt(number: run, retriesRemaining: 3 - run),
      outcome: outcome,
      stop: stop,
      flakiness: .fixable(reason: "The map is slow"),
      start: .zero,
      elapsed: .seconds(10),
      lastRun: .seconds(1)
    )
    #expect(report.tax == .seconds(tax))
    #expect(FlakyEvent.progress(.testEnded(report)).logLines.map(\.text) == [lastLine].compactMap { $0 })
  }
}
