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
