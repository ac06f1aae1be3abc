/// The policy of a scope; an object, so that the steps inside hand on no copies of it.
final class ScopedPolicy: Sendable {
  let policy: RetryPolicy

  init(_ policy: RetryPolicy) {
    self.policy = policy
  }
}
