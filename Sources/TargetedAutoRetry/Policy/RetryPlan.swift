/// The rules of a step for its engine, with nothing left open.
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
