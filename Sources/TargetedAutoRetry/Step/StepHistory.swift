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

/// Why a step ends before its attempts are used up, and what the steps around it hear of that.
struct StepAbortion {
  private(set) var reason: Abortion?
  private let context: StepContext
  /// Whether the step fails the test for it; the value form leaves that to its caller.
  private let isReported: Bool

  init(_ step: Step, _ context: StepContext) {
    self.context = context
    isReported = step.failure != .isThrown
  }

  /// Takes the notes of the steps inside; an abortion among them ends this step too.
  ///
  /// - Returns: The first step inside that did not succeed.
  mutating func takeNotes(of inside: StepContext) -> FailedAttempt.InnerFailure? {
    let (abortion, failure) = inside.takeNotes()
    if let abortion {
      reason = .byInnerStep(abortion)
      leave(abortion.reason, isReported: abortion.isReported || isReported)
    }
    return failure
  }

  mutating func byCancellation() { reason = .byCancellation }

  mutating func byHook(_ text: String) {
    reason = .byHook(text)
    leave(text, isReported: isReported)
  }

  /// Why an attempt failed that would otherwise have succeeded: a step inside was aborted.
  func reasons(although result: RetryEngine.AttemptResult) -> [String] {
    guard result == .succeeded, case .byInnerStep(let inner) = reason else { return [] }
    return ["A step inside was told to stop: \(inner.reason)"]
  }

  /// What an attempt came to.
  func result(_ result: RetryEngine.AttemptResult, failedBecauseOf reasons: [String]) -> RetryEngine.AttemptResult {
    if result == .stopped { return .stopped }
    if reason != nil { return .aborted }
    return reasons.isEmpty ? result : .failed
  }

  private func leave(_ text: String, isReported: Bool) {
    context.parent?.leave(InnerAbortion(reason: text, isReported: isReported))
  }
}
