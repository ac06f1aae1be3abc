internal import XCTest

/// What makes no sense about the variables that steer the run: a failure each, once, at the first step of a test.
final class SteeringComplaint: Sendable {
  private enum State {
    case isNew
    /// Somebody heard it, but no test.
    case isTold
    case isRecorded
  }

  private let problems: [String]
  private let state = Locked(State.isNew)

  /// Nil where all makes sense.
  init?(_ problems: [String]) {
    if problems.isEmpty { return nil }
    self.problems = problems
  }

  /// - Parameters:
  ///   - callSite: The call of the step.
  ///   - test: The test that runs; nil where none is known.
  ///   - record: Answers whether a test has the failure.
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
