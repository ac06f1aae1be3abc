struct FlakyTestReport: Sendable {
  let last: Attempt
  let outcome: StepOutcome
  var wasSkipped = false
  var runsAgain = false
  /// The decisive issue, as `File.swift:12: message`; one outside the flaky scopes comes before any other.
  var cause: String?
  /// `nil` if the test failed outside its flaky scopes.
  let flakiness: Flakiness?
  let start: Duration
  let elapsed: Duration
  let lastRun: Duration

  var tax: Duration {
    if last.number == 1 { return .zero }
    return outcome.isSuccess ? elapsed - lastRun : elapsed
  }

  /// The runs in which the line of the decisive issue failed.
  var runsOfCause: [Int] = []

  var lastLine: String? {
    if last.retry == 0 || wasSkipped { return nil }
    if outcome.isSuccess { return "♻️♻️♻️✅ [FLAKY] passed on re-run \(last.retry)" }
    let runs = runsOfCause.count > 1 ? " (\(runsOfCause.counted("run")))" : ""
    return "♻️♻️♻️❌ [FLAKY] failed on re-run \(last.retry)\(runs)"
  }
}
