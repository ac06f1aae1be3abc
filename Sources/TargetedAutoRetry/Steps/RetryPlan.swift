/// The numbers that the engine decides by.
struct RetryPlan: Equatable, Sendable {
  var retryAttempts = 3
  var hasResetSteps = false
  var delay = RetryDelay.none
  /// What jitter without a seed of its own is drawn from.
  var seed: UInt64 = 0
  var conditionTimeout = Duration.zero
  var pollingInterval = Duration.milliseconds(100)
  /// The instant after which no attempt starts.
  var deadline: Duration?
  /// Whether the policy asks for something that cannot be.
  var isRefused = false
}

extension RetryPlan {
  init(_ step: Step, deadline: Duration?) {
    self.init(
      retryAttempts: step.policy.retryAttempts,
      hasResetSteps: step.hasResetSteps,
      delay: step.policy.delay,
      seed: step.policy.delay.jitter == .none ? 0 : .random(in: 0 ... .max),
      conditionTimeout: step.policy.conditionTimeout,
      pollingInterval: step.policy.pollingInterval,
      deadline: deadline,
      isRefused: step.policy.problem != nil
    )
  }
}
