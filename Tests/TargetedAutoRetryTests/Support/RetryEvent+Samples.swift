@testable import TargetedAutoRetry

extension RetryEvent {
  static func mainAction(in test: RunningTest, depth: Int) -> RetryEvent {
    let callSite = CallSite(fileID: #fileID, file: #filePath, line: #line, column: #column)
    let call = StepCall("Launch", .failsTest, hasResetSteps: false, at: callSite)
    return RetryEvent(
      kind: .mainAction(Attempt(number: 1, retriesRemaining: 3)),
      step: Step(call),
      id: .next(),
      parentID: nil,
      depth: depth,
      test: test
    )
  }
}
