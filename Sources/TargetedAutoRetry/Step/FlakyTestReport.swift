/// The report of a test with a flaky scope, or of one of its runs that failed.
struct FlakyTestReport: Sendable {
  let last: Attempt
  let outcome: StepOutcome
  /// True if the test was skipped or cancelled.
  var wasSkipped = false
  /// True if another run follows.
  var runsAgain = false
  /// The issue that decided, as `File.swift:12: message`; an issue outside of the flaky scopes before any other.
  var cause: String?
  /// Nil if the test failed outside of its flaky scopes.
  let flakiness: Flakiness?
  let start: Duration
  let elapsed: Duration
  let lastRun: Duration

  /// The time of all runs except the one that passed; zero for a single run.
  var tax: Duration {
    if last.number == 1 { return .zero }
    return outcome.isSuccess ? elapsed - lastRun : elapsed
  }

  /// The last line of the log of a test that ran again; nil for other tests, and for a skip.
  var lastLine: String? {
    if last.retry == 0 || wasSkipped { return nil }
    let (mark, result) = outcome.isSuccess ? ("✅", "passed") : ("❌", "failed")
    return "♻️♻️♻️\(mark) [FLAKY] \(result) on re-run \(last.retry)"
  }
}

extension Attempt {
  var most: Int { (retry + retriesRemaining).oneMore }
}
