/// What a call of `autoRetry` asks for.
struct StepCall {
  let actionDescription: String?
  let retryAttempts: Int?
  let failure: Step.Failure
  let hasResetSteps: Bool
  let policy: RetryPolicy?
  let callSite: CallSite
}
