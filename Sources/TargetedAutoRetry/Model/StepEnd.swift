/// What the engine has to say when a step is over.
struct StepEnd: Equatable, Sendable {
  let outcome: StepOutcome
  /// What made a recovered step succeed.
  var cure: Cure?
  /// How many attempts were started.
  let attempts: Int
  /// What `autoRetry` returns: the retries used, but no more than the call allows, or one more than that when no attempt
  /// succeeded.
  let retriesUsed: Int
  /// Whether the error that ended the step goes to the caller.
  var propagatesError = false
  /// Whether that error is one of the reset steps.
  var resetStepsThrew = false

  /// Whether the run is steered to fail the test of this step, because it has recovered.
  var failsOnRecovery = false
  /// The wait for which the time limit leaves no time.
  var deniedWait: Duration?
  /// Whether the step asks for what cannot be: nothing was run.
  var isRefusal = false

  /// The same end of a step whose task is cancelled.
  var cancelled: StepEnd { StepEnd(outcome: .aborted, attempts: attempts, retriesUsed: retriesUsed) }
}

/// How a step ended.
enum StepOutcome: String, Sendable {
  /// The first attempt succeeded.
  case passed
  /// It succeeded, but not at once; the cure says how.
  case recovered
  /// The last allowed attempt failed.
  case exhausted
  /// The time limit was over.
  case timedOut
  /// It was told not to retry, or an error said that no retry can help.
  case aborted

  var isSuccess: Bool { self == .passed || self == .recovered }
}

/// What made a step recover; each points at a different kind of bug.
enum Cure: String, Sendable {
  /// The condition came true before anything was redone: the application is slow.
  case waiting
  /// The main action ran again: it gets lost.
  case retrying
  /// The main action ran again after the reset steps.
  case resetting
}

/// Why a step was ended that could have gone on.
enum Abortion: Equatable, Sendable {
  /// ``TargetedAutoRetry/recoveryAction(after:)`` said so.
  case byHook(String)
  /// A step inside was ended by its hook.
  case byInnerStep(InnerAbortion)
  case byCancellation
}

/// Why a step inside was ended.
struct InnerAbortion: Equatable, Sendable {
  let reason: String
  /// Whether a step has failed the test for it; one that returns a value leaves that to the steps around it.
  let isReported: Bool
}
