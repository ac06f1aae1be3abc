@testable import TargetedAutoRetry

extension RetryEvent {
  static func mainAction(in test: RunningTest, depth: Int) -> RetryEvent {
    let step = Step(
      actionDescription: "Launch",
      policy: StepPolicy(),
      failure: .failsTest,
      hasResetSteps: false,
      callSite: CallSite(fileID: #fileID, file: #filePath, line: #line, column: #column)
    )
    return RetryEvent(
      kind: .mainAction(Attempt(number: 1, retriesRemaining: 3)),
      subject: .step(step, parentID: nil, depth: depth),
      id: .next(),
      test: test
    )
  }
}
