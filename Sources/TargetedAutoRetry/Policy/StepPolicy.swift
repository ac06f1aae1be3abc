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

struct RetryPlan: Equatable, Sendable {
  /// The retries that the call allows, directly or by its policy.
  var retryAttempts = 3
  /// The retries that replace them in a steered run.
  var steeredRetries: Int?
  var hasResetSteps = false
  var delay = RetryDelay.zero
  /// The seed of jitter without a seed of its own.
  var seed: UInt64 = 0
  var conditionTimeout = Duration.zero
  var pollingInterval = Duration.milliseconds(100)
  var looksFirst = false
  var stableFor = Duration.zero
  /// The instant after which no attempt starts.
  var deadline: Duration?
  var isRefused = false
  /// True if the first attempt counts as failed when another may follow, to rehearse the reset steps.
  var isRehearsal = false
  var failsOnRecovery = false
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

/// An invalid argument of a policy.
struct PolicyProblem: Equatable, Sendable {
  let argument: String
  let value: String
  let accepted: String

  var text: String { "\(argument) is \(value), and must be \(accepted)." }
}

extension PolicyProblem {
  init?(retryAttempts: Int) {
    if retryAttempts >= 0 { return nil }
    self.init(argument: "retryAttempts", value: "\(retryAttempts)", accepted: "0 or more")
  }

  /// The first invalid argument; nil if all are valid.
  init?(_ plan: RetryPlan, timeLimit: Duration?, attemptTimeLimit: Duration?) {
    if plan.conditionTimeout < .zero {
      self.init(argument: "conditionTimeout", value: "\(plan.conditionTimeout)", accepted: "0 seconds or more")
    } else if plan.pollingInterval <= .zero {
      self.init(argument: "pollingInterval", value: "\(plan.pollingInterval)", accepted: "more than 0 seconds")
    } else if plan.stableFor < .zero {
      self.init(argument: "stableFor", value: "\(plan.stableFor)", accepted: "0 seconds or more")
    } else if plan.stableFor > plan.conditionTimeout {
      let accepted = "conditionTimeout, which is \(plan.conditionTimeout), or less"
      self.init(argument: "stableFor", value: "\(plan.stableFor)", accepted: accepted)
    } else if let attemptTimeLimit, attemptTimeLimit <= .zero {
      self.init(argument: "attemptTimeLimit", value: "\(attemptTimeLimit)", accepted: "more than 0 seconds")
    } else if let timeLimit, timeLimit < .zero {
      self.init(argument: "timeLimit", value: "\(timeLimit)", accepted: "0 seconds or more")
    } else if let problem = plan.delay.problem {
      self = problem
    } else {
      return nil
    }
  }
}

extension RetryDelay {
  fileprivate var problem: PolicyProblem? {
    if from < .zero {
      return PolicyProblem(argument: "delay", value: "\(from)", accepted: "0 seconds or more")
    }
    if increment < .zero {
      return PolicyProblem(argument: "increment of the delay", value: "\(increment)", accepted: "0 seconds or more")
    }
    if !factor.isFinite || factor < 1 {
      return PolicyProblem(argument: "factor of the delay", value: "\(factor)", accepted: "1 or more")
    }
    if let cap, cap < .zero {
      return PolicyProblem(argument: "cap of the delay", value: "\(cap)", accepted: "0 seconds or more")
    }
    if !(0...1).contains(jitter.fraction) {
      return PolicyProblem(argument: "jitter", value: "\(jitter.fraction)", accepted: "0 to 1")
    }
    return nil
  }
}
