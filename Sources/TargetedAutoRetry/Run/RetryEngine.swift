/// The state machine that decides each next action of a step.
///
/// A driver reports what happened and runs the action that the engine returns. The engine calls no closure and has no
/// clock, task or text. An instant is the time since a fixed moment.
struct RetryEngine: Equatable, Sendable {
  enum Action: Equatable, Sendable {
    case runAttempt(Attempt)
    case wait(Duration, after: Attempt)
    case recheckCondition(after: Attempt)
    case runResetSteps(after: Attempt)
    /// Indirect, so that nested steps need less of the stack.
    indirect case finish(StepEnding)

    var goesOn: Bool {
      if case .finish = self { false } else { true }
    }
  }

  let policy: StepPolicy
  private let hasResetSteps: Bool
  var deadline: Duration?
  /// True if the first attempt counts as failed when another may follow, to rehearse the reset steps.
  private let isRehearsal: Bool
  private let failsOnRecovery: Bool
  private(set) var attempts = 0
  private var attempt: Attempt
  private var failedByCondition = false
  /// True if the action must run again although the condition may be true: the attempt before threw or recorded an issue.
  private(set) var mustAct = false
  /// True if an attempt has really failed; rehearsed attempts do not count.
  private var hasFailed = false
  private var ranResetSteps = false

  init(
    _ policy: StepPolicy,
    steeredRetries: Int? = nil,
    hasResetSteps: Bool = false,
    deadline: Duration? = nil,
    isRehearsal: Bool = false,
    failsOnRecovery: Bool = false
  ) {
    self.policy = policy
    self.hasResetSteps = hasResetSteps
    self.deadline = deadline
    self.isRehearsal = isRehearsal
    self.failsOnRecovery = failsOnRecovery
    attempt = Attempt(number: 1, retriesRemaining: steeredRetries ?? policy.retryAttempts)
  }

  init(_ step: Step, until deadline: Deadline?, _ steering: Steering) {
    self.init(
      step.policy,
      steeredRetries: step.retryAttempts,
      hasResetSteps: step.hasResetSteps,
      deadline: deadline?.instant,
      // The name takes long.
      isRehearsal: steering.rehearsal != nil && steering.rehearses(step.name),
      failsOnRecovery: steering.failsOnRecovery
    )
  }

  /// The first attempt is always made: a limit ends waits, pauses and retries.
  mutating func start() -> Action { policy.problem == nil ? run(attempt) : .finish(.refused) }

  /// True if a rehearsal may fail a success: a retry is left, and time for the wait and an attempt as long as this one.
  func mayRehearse(since start: Duration, at now: Duration) -> Bool {
    guard isRehearsal, attempt.retry == 0, attempt.retriesRemaining > 0 else { return false }
    return !isOver(at: now + policy.delay.duration(beforeRetry: 1) + (now - start))
  }

  /// - Parameter ranAction: False if the condition was true already and the main action was not needed.
  mutating func attemptSucceeded(ranAction: Bool = true) -> Action {
    if attempt.retry == 0 { return .finish(.passed) }
    return .finish(recovered(by: ranResetSteps ? .resetting : ranAction ? .retrying : .waiting))
  }

  /// - Parameters:
  ///   - byCondition: True if only the condition has failed it: the action did not throw, and no issue was recorded.
  ///   - isRehearsed: True if it succeeded, but counts as failed for the rehearsal.
  ///   - mustAct: True if it threw or recorded an issue, which only the action, run again, can show to be a flake.
  mutating func attemptFailed(
    byCondition: Bool = false,
    isRehearsed: Bool = false,
    mustAct: Bool = false,
    at now: Duration
  ) -> Action {
    failedByCondition = byCondition
    self.mustAct = mustAct
    if !isRehearsed { hasFailed = true }
    if attempt.retriesRemaining == 0 { return .finish(.exhausted) }
    if isOver(at: now) { return .finish(.timedOut) }
    // The last attempt is made at the limit.
    let delay = min(policy.delay.duration(beforeRetry: attempt.number), deadline.map { $0 - now } ?? .longestWait)
    return delay > .zero ? .wait(delay, after: attempt) : goBack()
  }

  mutating func waited() -> Action { failedByCondition ? .recheckCondition(after: attempt) : goBack() }

  mutating func conditionRechecked(isMet: Bool) -> Action {
    isMet ? .finish(recovered(by: .waiting)) : goBack()
  }

  mutating func resetStepsEnded() -> Action {
    ranResetSteps = true
    return nextAttempt()
  }

  private mutating func goBack() -> Action { hasResetSteps ? .runResetSteps(after: attempt) : nextAttempt() }

  private mutating func nextAttempt() -> Action {
    run(Attempt(number: attempt.number + 1, retriesRemaining: attempt.retriesRemaining - 1))
  }

  private mutating func run(_ next: Attempt) -> Action {
    attempt = next
    attempts = next.number
    return .runAttempt(next)
  }

  /// A step that only recovered from its rehearsal is not flaky.
  private func recovered(by cure: Cure) -> StepEnding {
    .recovered(by: cure, failsTest: failsOnRecovery && hasFailed)
  }

  private func isOver(at instant: Duration) -> Bool { deadline.map { instant >= $0 } ?? false }

  func retriesUsed(_ ending: StepEnding) -> Int {
    // A number above the call's limit would say that no attempt succeeded.
    if ending.outcome.isSuccess { return hasFailed ? min(attempt.retry, policy.retryAttempts) : 0 }
    // One more than the call allows, whatever the run leaves of it. A negative number and `Int.max` are handled too.
    return max(policy.retryAttempts, 0).oneMore
  }
}
