/// One `autoRetry` call, as it was asked for.
struct Step: Sendable {
  let name: String
  let retryAttempts: Int
  let failsTest: Bool
  let hasResetSteps: Bool
  let callSite: CallSite

  init(
    actionDescription: String?,
    retryAttempts: Int,
    failsTest: Bool,
    hasResetSteps: Bool,
    callSite: CallSite
  ) {
    let description = actionDescription ?? ""
    name = description.isEmpty ? "Action" : description
    self.retryAttempts = retryAttempts
    self.failsTest = failsTest
    self.hasResetSteps = hasResetSteps
    self.callSite = callSite
  }
}
