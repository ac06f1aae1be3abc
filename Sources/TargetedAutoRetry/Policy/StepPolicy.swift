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
      conditionTimeout: policy.conditionTimeout?.calculable ?? .zero,
      pollingInterval: policy.pollingInterval?.calculable ?? .milliseconds(100),
      stableFor: policy.stableFor?.calculable ?? .zero
    )
    timeLimit = policy.timeLimit?.calculable
    attemptTimeLimit = policy.attemptTimeLimit?.calculable
    problem = PolicyProblem(plan, timeLimit: timeLimit, attemptTimeLimit: attemptTimeLimit)
    plan.isRefused = problem != nil
    self.plan = plan
    isRetryable = policy.isRetryable ?? { _ in true }
    reportsRecovery = policy.reportsRecovery ?? true
    self.origins = origins
  }
}

extension StepPolicy {
  /// The sum of the policies, from the innermost to the outermost; nil if all of them say nothing.
  static func sum(ofCall call: RetryPolicy?, scope: ScopedPolicy?, type: RetryPolicy) -> StepPolicy? {
    if let call {
      let outer = scope.map { $0.policy.over(type) } ?? type
      return StepPolicy(call.over(outer), origins: PolicyOrigins(call: call, scope: scope?.policy))
    }
    if let scope {
      return StepPolicy(scope.policy.over(type), origins: PolicyOrigins(call: nil, scope: scope.policy))
    }
    return type.saysNothing ? nil : StepPolicy(type)
  }
}
