/// What the engine has to say when a step is over.
struct StepEnd: Equatable, Sendable {
  let outcome: StepOutcome
  /// What made a recovered step succeed.
  var cure: Cure?
  /// How many attempts were started.
  let attempts: Int
  /// What `autoRetry` returns: the retries used, or one more than allowed when no attempt succeeded.
  let retriesUsed: Int
  /// Whether the error that ended the step goes to the caller.
  var propagatesError = false

  /// The end of a step that asks for what cannot be: nothing was run.
  static let refusal = StepEnd(outcome: .aborted, attempts: 0, retriesUsed: 0)
}
