/// The problems of the steering variables, each of which is a failure once, at the first step of a test.
final class SteeringComplaint: Sendable {
  private enum State {
    case isNew
    /// It was reported, but not to a test.
    case isTold
    case isRecorded
  }

  private let problems: [String]
  private let state = Locked(State.isNew)

  init?(_ problems: [String]) {
    if problems.isEmpty { return nil }
    self.problems = problems
  }

  /// - Parameters:
  ///   - callSite: The call of the step.
  ///   - test: The running test; nil if it is not known.
  ///   - record: Returns true if a test has the failure.
  func make(at callSite: CallSite, in test: @autoclosure () -> RunningTest?, record: (TestFailure) -> Bool) {
    if state.withLock({ $0 == .isRecorded }) { return }
    let test = test()
    let isDue = state.withLock { state in
      let isDue = state == .isNew || (state == .isTold && test != nil)
      if isDue { state = .isRecorded }
      return isDue
    }
    guard isDue else { return }
    var isRecorded = false
    for problem in problems {
      // A gate, because no attempt and no flaky scope may withhold it.
      let failure = TestFailure(message: problem, callSite: callSite, test: test, kind: .gate)
      if record(failure) { isRecorded = true }
    }
    if !isRecorded { state.withLock { $0 = .isTold } }
  }
}
