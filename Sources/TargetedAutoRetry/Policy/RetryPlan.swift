/// The numbers that the engine decides by.
struct RetryPlan: Equatable, Sendable {
  /// How many retries the call allows, by itself or by its policy.
  var retryAttempts = 3
  /// How many it has instead, where the run is steered.
  var steeredAttempts: Int?
  var hasResetSteps = false
  var delay = RetryDelay.none
  /// What jitter without a seed of its own is drawn from.
  var seed: UInt64 = 0
  var conditionTimeout = Duration.zero
  var pollingInterval = Duration.milliseconds(100)
  var stableFor = Duration.zero
  /// The instant after which no attempt starts.
  var deadline: Duration?
  /// Whether the policy asks for something that cannot be.
  var isRefused = false
  /// Whether the first attempt counts as failed if another may follow, so that the way back is tried.
  var isRehearsal = false
  /// Whether a step that recovers fails its test.
  var failsOnRecovery = false
}

extension RetryPlan {
  /// The plan of one step.
  init(
    _ policy: StepPolicy,
    retryAttempts: Int,
    hasResetSteps: Bool,
    deadline: Duration?,
    steering: Steering,
    name: () -> String
  ) {
    self = policy.plan
    self.retryAttempts = retryAttempts
    // A number that makes no sense is reported, not replaced.
    if retryAttempts < 0 { isRefused = true } else { steeredAttempts = steering.retryAttempts }
    self.hasResetSteps = hasResetSteps
    self.deadline = deadline
    if delay.jitter != .none { seed = .random(in: 0 ... .max) }
    if let rehearses = steering.rehearses { isRehearsal = rehearses(name()) }
    failsOnRecovery = steering.failsOnRecovery
  }
}
