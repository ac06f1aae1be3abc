internal import XCTest

extension TargetedAutoRetry {
  /// The step that a call of `autoRetry` asks for.
  func stepRun(
    _ actionDescription: String?,
    retryAttempts: Int?,
    failsTest: Bool,
    hasResetSteps: Bool,
    policy: RetryPolicy?,
    callSite: CallSite
  ) -> StepRun {
    let step = Step(
      actionDescription: actionDescription,
      retryAttempts: retryAttempts ?? (policy ?? retryPolicy).retryAttempts,
      failsTest: failsTest,
      hasResetSteps: hasResetSteps,
      callSite: callSite
    )
    return StepRun(step, in: self as? XCTestCase)
  }
}
