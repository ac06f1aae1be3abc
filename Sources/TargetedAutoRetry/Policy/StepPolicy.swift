/// What applies to one step: the sum of all policies, in which nothing is left open.
///
/// An object, checked once, so that a step hands on no copies of it.
final class StepPolicy: Sendable {
  /// What the engine decides by.
  let plan: RetryPlan
  let timeLimit: Duration?
  let attemptTimeLimit: Duration?
  let isRetryable: @Sendable (any Error) -> Bool
  let reportsRecovery: Bool
  /// The first argument that makes no sense, if there is one.
  let problem: PolicyProblem?
  /// Who has set the limits.
  let origins: PolicyOrigins

  init(_ policy: RetryPolicy = .default, origins: PolicyOrigins = PolicyOrigins()) {
    var plan = RetryPlan(
      retryAttempts: policy.retryAttempts ?? 3,
      delay: policy.delay.isInherited ? .none : policy.delay,
      conditionTimeout: policy.conditionTimeout ?? .zero,
      pollingInterval: policy.pollingInterval ?? .milliseconds(100),
      stableFor: policy.stableFor ?? .zero
    )
    timeLimit = policy.timeLimit
    attemptTimeLimit = policy.attemptTimeLimit
    problem = PolicyProblem(plan, timeLimit: timeLimit, attemptTimeLimit: attemptTimeLimit)
    plan.isRefused = problem != nil
    self.plan = plan
    isRetryable = policy.isRetryable ?? { _ in true }
    reportsRecovery = policy.reportsRecovery ?? true
    self.origins = origins
  }

  var retryAttempts: Int { plan.retryAttempts }
}

extension StepPolicy {
  /// The sum of the policies, from the innermost to the outermost, and of what a run is steered to; nil if all of them
  /// say nothing.
  static func sum(
    ofCall call: RetryPolicy?,
    retryAttempts: Int?,
    scope: ScopedPolicy?,
    type: RetryPolicy,
    steered: Int?
  ) -> StepPolicy? {
    if call == nil, retryAttempts == nil, scope == nil, type.saysNothing { return nil }
    var sum = (call ?? .default).over((scope?.policy ?? .default).over(type))
    if let retryAttempts { sum.retryAttempts = retryAttempts }
    // A number that makes no sense is reported, not replaced.
    if let steered, sum.retryAttempts ?? 0 >= 0 { sum.retryAttempts = steered }
    return StepPolicy(sum, origins: PolicyOrigins(call: call, scope: scope?.policy))
  }
}
