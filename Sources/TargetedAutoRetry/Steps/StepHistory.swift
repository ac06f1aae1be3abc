/// What is known of a step so far.
struct StepHistory {
  /// The instant at which the step began.
  let start: Duration
  private(set) var failedAttempts: [FailedAttempt] = []
  private var waiting = Duration.zero
  /// The instant at which the last attempt was over.
  private var attemptEnd = Duration.zero
  private var lastAttempt = Duration.zero
  private var resets = 0

  init(start: Duration) {
    self.start = start
  }

  mutating func attemptEnded(since attemptStart: Duration, conditionTime: Duration, at now: Duration) {
    lastAttempt = now - attemptStart
    waiting += conditionTime
    attemptEnd = now
  }

  mutating func failed(_ attempt: FailedAttempt) { failedAttempts.append(attempt) }

  /// The late check has the last word on the attempt that it ends.
  mutating func replaceLast(by attempt: FailedAttempt) {
    failedAttempts.removeLast()
    failedAttempts.append(attempt)
  }

  mutating func waited(until now: Duration) { waiting += now - attemptEnd }

  mutating func wasReset() { resets += 1 }

  /// All that can be said of the step when it is over.
  func report(_ step: Step, _ end: StepEnd, abortion: Abortion?, timeLimit: String, budget: Int?, at now: Duration)
    -> StepReport
  {
    StepReport(
      step: step,
      end: end,
      failedAttempts: failedAttempts,
      start: start,
      elapsed: (end.outcome == .passed ? attemptEnd : now) - start,
      waiting: waiting,
      lastAttempt: lastAttempt,
      resets: resets,
      abortion: abortion,
      timeLimit: timeLimit,
      budget: budget
    )
  }
}
