/// All that can be said of a step that is over.
struct StepReport: Sendable {
  let step: Step
  let end: StepEnd
  let failedAttempts: [FailedAttempt]
  let elapsed: Duration
  let abortion: Abortion?
}
