/// The sum of all policies for one step, in which nothing is left open.
///
/// An object, checked once, so that a step hands on no copies of it.
final class StepPolicy: Sendable {
  /// The numbers that the engine decides by.
  let plan: RetryPlan
  let timeLimit: Duration?
  let attemptTimeLimit: Duration?
  let isRetryable: @Sendable (any Error) -> Bool
  let reportsRecovery: Bool
  /// The first argument that makes no sense, if there is one.
  let problem: PolicyProblem?
  /// The policies that have set the limits.
  let origins: PolicyOrigins

  init(_ policy: RetryPolicy = .default, origins: PolicyOrigins = PolicyOrigins()) {
    var plan = RetryPlan(
      retryAttempts: policy.retryAttempts ?? 3,
      delay: policy.delay ?? .zero,
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

/// The numbers that the engine decides by.
struct RetryPlan: Equatable, Sendable {
  /// The retries that the call allows, by itself or by its policy.
  var retryAttempts = 3
  /// The retries that it has instead, where the run is steered.
  var steeredRetries: Int?
  var hasResetSteps = false
  var delay = RetryDelay.zero
  /// The seed of jitter that has none of its own.
  var seed: UInt64 = 0
  var conditionTimeout = Duration.zero
  var pollingInterval = Duration.milliseconds(100)
  var stableFor = Duration.zero
  /// The instant after which no attempt starts.
  var deadline: Duration?
  /// True if the policy asks for something that cannot be.
  var isRefused = false
  /// True if the first attempt counts as failed when another may follow, so that the way back is tried.
  var isRehearsal = false
  /// True if a step that recovers fails its test.
  var failsOnRecovery = false
}

/// Which policies have set the limits of a step.
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

/// Which policy has set a limit: what somebody asks whose step a limit has ended.
enum PolicyOrigin: String, Sendable {
  case call = "the call"
  case scope = "withRetryPolicy"
  case type = "retryPolicy"
}

/// An argument of a policy that makes no sense.
struct PolicyProblem: Equatable, Sendable {
  let argument: String
  let value: String
  let accepted: String

  /// A sentence.
  var text: String { "\(argument) is \(value), and must be \(accepted)." }
}

extension PolicyProblem {
  init?(retryAttempts: Int) {
    if retryAttempts >= 0 { return nil }
    self.init(argument: "retryAttempts", value: "\(retryAttempts)", accepted: "0 or more")
  }

  /// The first argument that makes no sense; nil if all do.
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
