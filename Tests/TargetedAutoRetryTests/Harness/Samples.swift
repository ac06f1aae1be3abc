import Foundation

@testable import TargetedAutoRetry

extension RunningTest {
  static func xctest(_ name: String, _ start: Date) -> RunningTest {
    RunningTest(framework: .xctest, suite: "ShopTests.A", function: "testB", name: name, start: start)
  }

  static func swiftTesting(_ name: String, _ start: Date) -> RunningTest {
    RunningTest(framework: .swiftTesting, suite: "ShopTests.A", function: "b()", name: name, start: start)
  }
}

extension RetryEvent {
  static func mainAction(in test: RunningTest, depth: Int) -> RetryEvent {
    let callSite = CallSite(fileID: #fileID, file: #filePath, line: #line, column: #column)
    let call = StepCall("Launch", .failsTest, hasResetSteps: false, at: callSite)
    return RetryEvent(
      kind: .mainAction(Attempt(number: 1, retriesRemaining: 3)),
      subject: .step(Step(call, StepPolicy(), retryAttempts: 3, at: callSite), parentID: nil, depth: depth),
      id: .next(),
      test: test
    )
  }
}
