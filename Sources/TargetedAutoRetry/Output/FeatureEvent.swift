/// An event that a feature adds, with what the sinks make of it.
protocol FeatureEvent: Sendable {
  var logLines: [LogLine] { get }

  /// What it means for the test as a whole; `nil` if it only has log lines.
  var progress: TestProgress? { get }
}

/// The progress of a test that a feature may run again, for the sinks other than the log.
enum TestProgress: Sendable {
  case runBegins(number: Int)
  case runFailed(TestReport)
  /// The test has finished: no other run follows.
  case testEnded(TestReport)

  /// Whether the log shows it even at the level `retries`.
  var isResult: Bool {
    if case .runBegins = self { false } else { true }
  }
}

/// How a run of a test ended, or the test with all its runs.
struct TestReport: Sendable {
  let last: Attempt
  var outcome: StepOutcome
  /// Why the test has no result, if it was skipped or canceled.
  var stop: ErrorStop?
  var runsAgain = false
  /// The decisive issue, as `File.swift:12: message`.
  var cause: String?
  /// The documented reason; `nil` if it does not cover the decisive issue.
  let flakiness: Flakiness?
  /// The part of the test that may fail with the decisive issue, in words.
  var scope = ""
  let start: Duration
  let elapsed: Duration
  let lastRun: Duration
  /// The runs in which the line of the decisive issue failed.
  var runsOfCause: [Int] = []

  /// The time lost to retries: all runs except the one that succeeded; zero if there was only one.
  var tax: Duration {
    if last.number == 1 { return .zero }
    return outcome.isSuccess ? elapsed - lastRun : elapsed
  }
}
