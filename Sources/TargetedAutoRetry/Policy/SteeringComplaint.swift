/// The problems of the steering variables, which fail the test of the first step.
final class SteeringComplaint: Sendable {
  private let problems: [String]
  private let isMade = Once()

  init?(_ problems: [String]) {
    if problems.isEmpty { return nil }
    self.problems = problems
  }

  /// - Parameters:
  ///   - callSite: The call of the step.
  ///   - test: The running test; nil if it is not known.
  func make(at callSite: CallSite, in test: @autoclosure () -> RunningTest?, record: (TestFailure) -> Void) {
    guard isMade.claim() else { return }
    let test = test()
    for problem in problems {
      // A gate, because no attempt, flaky scope or `withKnownIssue` may keep it.
      record(TestFailure(message: problem, callSite: callSite, test: test, kind: .gate))
    }
  }
}
