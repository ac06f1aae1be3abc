/// A run of a whole test that failed in a flaky scope, and is followed by another.
struct FailedRun: Sendable {
  let attempt: Attempt
  let flakiness: Flakiness
  /// What was withheld, each issue as `File.swift:12: message`.
  let issues: [String]
  /// The instant at which the run began.
  let start: Duration
  let elapsed: Duration
}
