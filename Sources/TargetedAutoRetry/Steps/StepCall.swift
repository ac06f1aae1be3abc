/// What a call of `autoRetry` asks for, but for its policy.
struct StepCall {
  let actionDescription: String?
  let failure: Step.Failure
  let hasResetSteps: Bool
  let callSite: CallSite
}
