/// All that can be said of a step that is over.
struct StepReport: Sendable {
  let step: Step
  let end: StepEnd
  let failedAttempts: [FailedAttempt]
  let elapsed: Duration
  let abortion: Abortion?
  /// The retries that the whole run may use, where they were used up.
  let budget: Int?
  /// Whether the run is steered to fail tests with a step that recovers.
  let failsOnRecovery: Bool
}
