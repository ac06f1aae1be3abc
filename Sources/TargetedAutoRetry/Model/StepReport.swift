/// All that can be said of a step that is over.
final class StepReport: Sendable {
  let step: Step
  let end: StepEnd
  let failedAttempts: [FailedAttempt]
  /// The instant at which the step began.
  let start: Duration
  let elapsed: Duration
  /// How long it waited, for its condition and before its retries.
  let waiting: Duration
  /// How long the last attempt took.
  let lastAttempt: Duration
  /// How often the reset steps ran.
  let resets: Int
  let abortion: Abortion?
  /// The time limit that the step had to obey.
  let timeLimit: String
  /// The retries that the whole run may use, where they were used up.
  let budget: Int?

  init(
    step: Step,
    end: StepEnd,
    failedAttempts: [FailedAttempt],
    start: Duration,
    elapsed: Duration,
    waiting: Duration,
    lastAttempt: Duration,
    resets: Int,
    abortion: Abortion?,
    timeLimit: String,
    budget: Int?
  ) {
    self.step = step
    self.end = end
    self.failedAttempts = failedAttempts
    self.start = start
    self.elapsed = elapsed
    self.waiting = waiting
    self.lastAttempt = lastAttempt
    self.resets = resets
    self.abortion = abortion
    self.timeLimit = timeLimit
    self.budget = budget
  }

  /// Whether the report of the test says that the step recovered; a failure says so itself.
  var leavesNotice: Bool {
    end.outcome == .recovered && step.policy.reportsRecovery && !end.failsOnRecovery
  }

  /// The time spent on all but the attempt that succeeded; none where no attempt failed.
  var tax: Duration {
    if failedAttempts.isEmpty { return .zero }
    return end.outcome.isSuccess ? elapsed - lastAttempt : elapsed
  }
}
