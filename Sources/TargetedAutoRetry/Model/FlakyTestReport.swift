/// The final report of a test with a flaky scope.
struct FlakyTestReport: Sendable {
  let flakiness: Flakiness
  /// The number of runs, and its maximum.
  let runs: Int
  let maxRuns: Int
  let failed: Bool
  let wasSkipped: Bool
  /// The issue of the first run that was followed by another.
  let firstIssue: String
  let start: Duration
  let elapsed: Duration
  let lastRun: Duration

  /// The outcome; a test that fails although it might run again has failed outside its flaky scopes.
  var outcome: StepOutcome {
    if wasSkipped { return .aborted }
    if failed { return runs == maxRuns ? .exhausted : .aborted }
    return runs == 1 ? .passed : .recovered
  }

  /// The time of all runs except the one that passed; zero for a single run.
  var tax: Duration {
    if runs == 1 { return .zero }
    return outcome.isSuccess ? elapsed - lastRun : elapsed
  }

  /// The last line of the log of a test that ran again; nil for other tests, and for a skip.
  var lastLine: String? {
    guard runs > 1, !wasSkipped else { return nil }
    return failed ? "♻️♻️♻️❌ [FLAKY] failed on re-run \(runs - 1)" : "♻️♻️♻️✅ [FLAKY] passed on re-run \(runs - 1)"
  }
}

/// A run of a whole test that failed in a flaky scope, and is followed by another.
struct FailedRun: Sendable {
  let attempt: Attempt
  let flakiness: Flakiness
  /// The issues that were withheld, each as `File.swift:12: message`.
  let issues: [String]
  let start: Duration
  let elapsed: Duration
}
