/// Runs a closure whose steps follow a policy, including inner steps and those of helpers.
///
/// A value that the policy leaves open comes from the next such scope out, and finally from the
/// ``TargetedAutoRetry/retryPolicy`` of the type. The arguments and the policy of a call take precedence.
///
/// ```swift
/// withRetryPolicy(RetryPolicy(retryAttempts: 0)) {
///   signInWithRetries()
/// }
/// ```
@discardableResult
public func withRetryPolicy<Value>(_ policy: RetryPolicy, operation: () throws -> Value) rethrows -> Value {
  try Surroundings.$current.withValue(.with(policy: policy), operation: operation)
}

/// The asynchronous twin of ``withRetryPolicy(_:operation:)``.
@discardableResult
public func withRetryPolicy<Value>(
  _ policy: RetryPolicy,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  try await Surroundings.$current.withValue(.with(policy: policy), operation: operation, isolation: isolation)
}
