/// The sum of all policies for one step, with nothing left open.
///
/// It is an object, validated once, so that a step passes no copies on.
final class StepPolicy: Sendable {
  let plan: RetryPlan
  let timeLimit: Duration?
  let attemptTimeLimit: Duration?
  let isRetryable: @Sendable (any Error) -> Bool
  let excuse: Flakiness?
  let reportsRecovery: Bool
  let problem: PolicyProblem?
  /// The policies that set the limits.
  let origins: PolicyOrigins

  /// - Parameter patience: The factor for the limits on a slow machine.
  init(_ policy: RetryPolicy = .default, origins: PolicyOrigins = PolicyOrigins(), patience: Double = 1) {
    var plan = RetryPlan(
      retryAttempts: policy.retryAttempts ?? 3,
      delay: policy.delay ?? .zero,
      conditionTimeout: policy.conditionTimeout?.calculable ?? .zero,
      pollingInterval: policy.pollingInterval?.calculable ?? .milliseconds(100),
      looksFirst: policy.looksFirst ?? false,
      stableFor: policy.stableFor?.calculable ?? .zero
    )
    problem =
      PolicyProblem(plan, timeLimit: policy.timeLimit, attemptTimeLimit: policy.attemptTimeLimit)
      ?? policy.because?.problemOfExcuse
    plan.isRefused = problem != nil
    plan.conditionTimeout = plan.conditionTimeout.times(patience)
    timeLimit = policy.timeLimit?.times(patience)
    attemptTimeLimit = policy.attemptTimeLimit?.times(patience)
    self.plan = plan
    isRetryable = policy.isRetryable ?? { _ in true }
    excuse = policy.because
    reportsRecovery = policy.reportsRecovery ?? true
    self.origins = origins
  }
}

extension StepPolicy {
  /// The sum of the policies, from the innermost to the outermost; nil if all of them are empty.
  static func sum(
    ofCall call: RetryPolicy?,
    scope: RetryPolicy?,
    type: RetryPolicy,
    isWait: Bool = false,
    patience: Double = 1
  ) -> StepPolicy? {
    var sum = (call ?? .default).over((scope ?? .default).over(type))
    if sum.saysNothing, !isWait { return nil }
    var origins = PolicyOrigins(call: call, scope: scope)
    if isWait, sum.conditionTimeout == nil {
      sum = sum.over(.ofWaits)
      origins.conditionTimeout = .default
    }
    return StepPolicy(sum, origins: origins, patience: patience)
  }

  /// True for an error that neither a retry nor another look can cure.
  func isStop(_ error: any Error) -> Bool { StopError.matches(error) || !isRetryable(error) }
}

extension RetryPolicy {
  /// The default of waits, if no policy has a limit.
  fileprivate static let ofWaits = RetryPolicy(conditionTimeout: .seconds(10))
}

extension Duration {
  fileprivate func times(_ factor: Double) -> Duration { factor == 1 ? calculable : (calculable * factor).calculable }
}

/// The policies that set the limits of a step.
struct PolicyOrigins: Sendable {
  var conditionTimeout = PolicyOrigin.type
  var attemptTimeLimit = PolicyOrigin.type
  var timeLimit = PolicyOrigin.type
}

extension PolicyOrigins {
  init(call: RetryPolicy?, scope: RetryPolicy?) {
    func origin(_ isOfCall: Bool?, _ isOfScope: Bool?) -> PolicyOrigin {
      isOfCall == true ? .call : isOfScope == true ? .scope : .type
    }
    self.init(
      conditionTimeout: origin(call.map { $0.conditionTimeout != nil }, scope.map { $0.conditionTimeout != nil }),
      attemptTimeLimit: origin(call.map { $0.attemptTimeLimit != nil }, scope.map { $0.attemptTimeLimit != nil }),
      timeLimit: origin(call.map { $0.timeLimit != nil }, scope.map { $0.timeLimit != nil })
    )
  }
}

/// The policy that set a limit, for failure messages.
enum PolicyOrigin: String, Sendable {
  case call = "the call"
  case scope = "withRetryPolicy"
  case type = "retryPolicy"
  case `default` = "the default"
}
