/// All that can be said of a step that is over.
final class StepReport: Sendable {
  let step: Step
  let ending: StepEnding
  /// The number of attempts that were started.
  let attempts: Int
  /// What `autoRetry` returns: the retries used, but no more than the call allows, or one more than that when no attempt
  /// succeeded.
  let retriesUsed: Int
  let history: StepHistory
  let elapsed: Duration
  /// The time limit that the step had to obey, where it was over.
  let timeLimit: String

  init(
    _ step: Step,
    _ ending: StepEnding,
    attempts: Int,
    retriesUsed: Int,
    _ history: StepHistory,
    elapsed: Duration,
    timeLimit: String
  ) {
    self.step = step
    self.ending = ending
    self.attempts = attempts
    self.retriesUsed = retriesUsed
    self.history = history
    self.elapsed = elapsed
    self.timeLimit = timeLimit
  }

  /// A wait has no attempts to use up: its time was over, unless an issue has ended it.
  var outcome: StepOutcome {
    guard step.isWait, case .exhausted = ending else { return ending.outcome }
    if case .issues = failedAttempts.last?.cause { return .aborted }
    return .timedOut
  }

  var failedAttempts: [FailedAttempt] { history.failedAttempts }
  var failsTest: Bool { ending.failsTest(step.call.failure) }

  var cure: Cure? {
    if case .recovered(by: let cure, _) = ending { cure } else { nil }
  }

  /// True if the report of the test says that the step recovered; a failure says so itself.
  var leavesNotice: Bool { outcome == .recovered && step.policy.reportsRecovery && !failsTest }

  /// The time spent on all but the attempt that succeeded; none where no attempt failed.
  var tax: Duration {
    if failedAttempts.isEmpty { return .zero }
    return outcome.isSuccess ? elapsed - history.lastAttempt : elapsed
  }
}

extension StepReport? {
  /// True if the step has succeeded; one that passed at once, and to which nobody listened, has no report.
  var hasSucceeded: Bool { self?.outcome.isSuccess ?? true }
}

/// The facts about a step so far.
struct StepHistory: Sendable {
  /// The instant at which the step began.
  let start: Duration
  var failedAttempts: [FailedAttempt] = []
  /// The time that it waited, for its condition and before its retries.
  var waiting = Duration.zero
  /// The time that the last attempt took.
  var lastAttempt = Duration.zero
  /// The instant at which that attempt was over.
  var attemptEnd = Duration.zero
  /// The number of times that the main action ran.
  var actionRuns = 0
  /// The number of times that the reset steps ran.
  var resets = 0

  init(start: Duration) {
    self.start = start
  }
}
