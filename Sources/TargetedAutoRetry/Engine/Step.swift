/// One `autoRetry` call, as it was asked for.
struct Step: Sendable {
  /// What becomes of a step that does not succeed.
  enum Failure: Sendable {
    case failsTest
    case isOnlyLogged
    /// The value form: the caller gets an error, and decides.
    case isThrown
  }

  let name: String
  let policy: RetryPolicy
  let failure: Failure
  let hasResetSteps: Bool
  let callSite: CallSite

  init(
    actionDescription: String?,
    policy: RetryPolicy,
    failure: Failure,
    hasResetSteps: Bool,
    callSite: CallSite
  ) {
    let description = actionDescription ?? ""
    name = description.isEmpty ? "Action" : description.onOneLine
    self.policy = policy
    self.failure = failure
    self.hasResetSteps = hasResetSteps
    self.callSite = callSite
  }
}
