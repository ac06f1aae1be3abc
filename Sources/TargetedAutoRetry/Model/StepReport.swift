/// The final report of a step.
final class StepReport: Sendable {
  let step: Step
  let ending: StepEnding
  let attempts: Int
  /// The return value of `autoRetry`: the retries used, at most the call's limit, or one more if no attempt succeeded.
  let retriesUsed: Int
  let history: StepHistory
  let elapsed: Duration
  /// The time limit of the step, if it was over.
  let timeLimit: String

  init(
    step: Step,
    ending: StepEnding,
    attempts: Int,
    retriesUsed: Int,
    history: StepHistory,
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

  /// The outcome; a wait has no attempts to use up: its time was over, unless an issue ended it.
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

  /// True if the report of the test has a notice of the recovery; a failure is a notice itself.
  var leavesNotice: Bool { outcome == .recovered && step.policy.reportsRecovery && !failsTest }

  /// True if the step was cancelled, or ended by an error that says so.
  ///
  /// - Parameter error: The error of its last attempt.
  func isCancelled(by error: (any Error)?) -> Bool {
    if ending.throwsError, let error { return StopError.matches(error) && !StopError.isSkip(error) }
    return ending.abortion == .byCancellation
  }

  /// The time spent on all but the attempt that succeeded; zero if no attempt failed.
  var tax: Duration {
    if failedAttempts.isEmpty { return .zero }
    return outcome.isSuccess ? elapsed - history.lastAttempt : elapsed
  }
}

/// What the attempts of a step have left so far.
struct StepHistory: Sendable {
  let start: Duration
  var failedAttempts: [FailedAttempt] = []
  /// The time that it waited, for its condition and before its retries.
  var waiting = Duration.zero
  var lastAttempt = Duration.zero
  var actionRuns = 0
  var resets = 0
}
