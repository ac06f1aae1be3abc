/// Runs a closure whose steps follow a policy, those of helpers and inner steps included.
///
/// What it leaves open comes from such a scope around it, or else from the ``TargetedAutoRetry/retryPolicy`` of the type;
/// what a call says for itself comes first.
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

/// Runs an asynchronous closure whose steps follow a policy; see ``withRetryPolicy(_:operation:)``.
@discardableResult
public func withRetryPolicy<Value>(
  _ policy: RetryPolicy,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  try await Surroundings.$current.withValue(.with(policy: policy), operation: operation, isolation: isolation)
}
