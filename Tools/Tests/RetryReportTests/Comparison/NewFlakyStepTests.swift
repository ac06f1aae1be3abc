import Testing

@testable import RetryReport
@testable import RunComparison

/// Steps that are not in the baseline, in a run of a pull request.
@Suite struct NewFlakyStepTests {
  private func comparison(_ rows: [Row]) throws -> Comparison {
    let usual = Row.steps("Sign In", passes: 95, failing: ["lost": 5], run: "now", day: 20_100)
    return try Comparison(RunCounts.of(usual + rows), with: .tenRuns)
  }

  private func line(_ rows: [Row]) throws -> String? {
    try comparison(rows).failures(onNewCause: false, onRegression: false, onNewFlakyStep: true).first
  }

  @Test func `a new step that needed a retry is a finding`() throws {
    let pay = Row.steps("Pay", passes: 1, failing: ["declined": 1, "busy": 2], run: "now", day: 20_100)
    let start = "New flaky step: Pay: 3 of 4 first attempts failed (busy). A renamed step counts as new. Fix it, or "
    #expect(try line(pay)?.hasPrefix(start) == true)
    let comparison = try comparison(pay)
    #expect(comparison.headline.hasSuffix(": 0 new causes, 0 increased failure rates, 1 new flaky step."))
    #expect(comparison.failures(onNewCause: true, onRegression: true) == [])
    #expect(ComparisonFormat.text(comparison.summary).contains("    At Tests/ShopTests/Steps.swift:24.\n"))
  }

  /// The step that encloses the first ones may have recovered. The others are known, have failed, have passed, …
  @Test(
    arguments: [
      (1, .sample(outcome: "exhausted", action: "Pay", attempt: 4, runID: "now", parentStepID: "s0")),
      (1, .sample(outcome: "timedOut", action: "Pay", attempt: 2, runID: "now", parentStepID: "s0")),
      (0, .sample(outcome: "exhausted", action: "Pay", attempt: 4, runID: "now")),
      (0, .sample(outcome: "recovered", action: "Sign In", attempt: 2, runID: "now", cure: "retrying")),
      (0, .sample(action: "Pay", runID: "now")), (0, .sample(outcome: "aborted", action: "Pay", runID: "now")),
      (0, .sample(outcome: "exhausted", action: "Pay", maxAttempts: 1, runID: "now", parentStepID: "s0")),
      (0, .sample(outcome: "recovered", action: "Pay", attempt: 2, runID: "now", cause: "rehearsal")),
      (0, .sample(kind: "wait", outcome: "timedOut", action: "Pay", runID: "now", unit: "wait")),
      (0, .sample(outcome: "recovered", action: "Pay", attempt: 2, runID: "now", unit: "test")),
    ] as [(Int, Row)]
  )
  func `a retried step counts`(count: Int, row: Row) throws {
    #expect(try comparison([row]).newFlakySteps.count == count)
  }

  @Test(arguments: [
    ("", "", ""), ("M.S", "pay(by:)", #" --filter 'M.S/pay\(by:\)'"#),
    ("M.S", "it's $5", #" --filter 'M.S/it'\''s \$5$'"#),
  ])
  func `the command quotes the test for a shell and as a pattern`(suite: String, test: String, filter: String) throws {
    let row = Row.sample(outcome: "recovered", action: "Pay", suite: suite, test: test, runID: "now")
    let check = filter.isEmpty ? "" : "swift test list | grep -E\(filter.dropFirst(9)) && "
    let command = "\(check)for run in $(seq 59); do AUTO_RETRY_ATTEMPTS=0 swift test\(filter) || break; done"
    #expect(try line([row])?.hasSuffix(": \(command)") == true)
  }
}
