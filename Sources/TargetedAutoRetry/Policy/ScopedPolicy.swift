/// The policy of a scope, those of the scopes around it included; an object, so that the steps inside hand on no copies of it.
final class ScopedPolicy: Sendable {
  let policy: RetryPolicy

  init(_ policy: RetryPolicy) {
    self.policy = policy
  }
}
