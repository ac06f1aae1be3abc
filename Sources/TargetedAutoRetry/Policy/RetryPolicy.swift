/// How a step is retried.
///
/// Give it to one call (`policy:`), to all steps that run inside a closure (``withRetryPolicy(_:operation:)``), or to
/// every step of a type (``TargetedAutoRetry/retryPolicy``); the first of these that is there applies.
///
/// A value that makes no sense is reported where the step is called, and nothing is run.
public struct RetryPolicy: Sendable {
  /// Three retries, no delay, a condition that is evaluated once, no time limit.
  public static let `default` = RetryPolicy()

  /// How many retries may follow the first attempt: with n retries the main action runs at most n + 1 times.
  ///
  /// 0 is valid and means that nothing is retried; a negative number is not.
  public var retryAttempts: Int

  /// How long to wait before each retry; the reset steps run after the wait.
  public var delay: RetryDelay

  /// How long the success condition may take to become true before the attempt has failed, 0 s or more.
  ///
  /// With 0 s, the default, the condition is evaluated once. Otherwise it is evaluated again and again until it is
  /// true, and a last time when the time is over.
  public var conditionTimeout: Duration

  /// The pause between two evaluations of the condition, more than 0 s.
  public var pollingInterval: Duration

  /// How long the whole step may take, inner steps included; nil for no limit.
  ///
  /// When the time is over no attempt is started any more. An attempt that runs is not interrupted. Inner steps have
  /// no more time than is left of this.
  public var timeLimit: Duration?

  /// Whether a retry may help against an error.
  ///
  /// An error for which it answers false goes to the caller at once. Skips and cancellations are never retried, and not asked about.
  public var isRetryable: @Sendable (any Error) -> Bool

  /// Whether a step that recovered leaves a trace in the report of its test, besides the log.
  ///
  /// In Swift Testing that is a warning at the line of the step, which fails nothing; in XCTest on Apple platforms an
  /// attachment with the records of the step, which is kept although the test passes. XCTest on Linux has neither.
  public var reportsRecovery: Bool

  /// Creates a policy; every argument has a default.
  ///
  /// - Parameters:
  ///   - retryAttempts: How many retries may follow the first attempt.
  ///   - delay: How long to wait before each retry.
  ///   - conditionTimeout: How long the condition may take to become true.
  ///   - pollingInterval: The pause between two evaluations of the condition.
  ///   - timeLimit: How long the whole step may take.
  ///   - isRetryable: Whether a retry may help against an error.
  ///   - reportsRecovery: Whether a step that recovered leaves a trace in the report of its test.
  public init(
    retryAttempts: Int = 3,
    delay: RetryDelay = .none,
    conditionTimeout: Duration = .zero,
    pollingInterval: Duration = .milliseconds(100),
    timeLimit: Duration? = nil,
    isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true },
    reportsRecovery: Bool = true
  ) {
    self.retryAttempts = retryAttempts
    self.delay = delay
    self.conditionTimeout = conditionTimeout
    self.pollingInterval = pollingInterval
    self.timeLimit = timeLimit
    self.isRetryable = isRetryable
    self.reportsRecovery = reportsRecovery
  }
}
