extension TargetedAutoRetry {
  /// The step that a call of `autoRetry` asks for.
  func stepRun(
    _ actionDescription: String?,
    retryAttempts: Int?,
    failure: Step.Failure,
    hasResetSteps: Bool,
    policy: RetryPolicy?,
    callSite: CallSite
  ) -> StepRun {
    let environment = RetryEnvironment.current
    var policy = policy ?? Surroundings.current.policy?.policy ?? retryPolicy
    if let retryAttempts { policy.retryAttempts = retryAttempts }
    // A number that makes no sense is reported, not replaced.
    if policy.retryAttempts >= 0, let steered = environment.steering.retryAttempts {
      policy.retryAttempts = steered
    }
    let step = Step(
      actionDescription: actionDescription,
      policy: policy,
      failure: failure,
      hasResetSteps: hasResetSteps,
      callSite: callSite
    )
    return StepRun(step, of: self, environment: environment)
  }
}
