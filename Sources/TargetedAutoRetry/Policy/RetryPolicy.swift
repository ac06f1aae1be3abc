/// How a step is retried.
///
/// Give it to one call (`policy:`) or to every step of a type (``TargetedAutoRetry/retryPolicy``).
public struct RetryPolicy: Sendable {
  /// Three retries.
  public static let `default` = RetryPolicy()

  /// How many retries may follow the first attempt: with n retries the main action runs at most n + 1 times.
  ///
  /// 0 is valid and means that nothing is retried. A negative number is reported as a failure of the call that uses it.
  public var retryAttempts: Int

  /// Creates a policy; every argument has a default.
  ///
  /// - Parameter retryAttempts: How many retries may follow the first attempt, 3 by default.
  public init(retryAttempts: Int = 3) {
    self.retryAttempts = retryAttempts
  }
}
