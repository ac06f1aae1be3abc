/// One run of a test that may run again, and what is withheld in it; for XCTest and for Swift Testing.
///
/// Issues come from any thread.
final class TestRun: Sendable {
  private struct State {
    var withheld: [WithheldIssue] = []
    /// The scope that has withheld first; before that, the first scope of the test.
    var scope: FlakyScope?
    /// Whether something was withheld that no flaky part is around.
    var withheldOutsideOfParts = false
    var failed = false
    var isNarrowed = false
    var isOver = false
    /// Where the error that ended the test comes from, once one is withheld.
    var withheldError: FlakyPart??
    /// The errors that have left a flaky part, with the innermost part that each has left.
    var leaving: [(error: SameError, part: FlakyPart)] = []
    /// The last step that an error has ended, and that error.
    var stopped: (error: SameError, step: EndedStep)?
  }

  let history: RunHistory
  /// The scope that a trait makes of the whole test.
  private let whole: FlakyScope?
  private let state: Locked<State>

  /// The run that the current code of a test with the trait is in.
  @TaskLocal static var current: TestRun?

  /// - Parameter scope: The scope that withheld something in the run before.
  init(_ history: RunHistory, whole: FlakyScope? = nil, after scope: FlakyScope? = nil) {
    self.history = history
    self.whole = whole
    state = Locked(State(scope: scope))
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// A flaky part of the test begins.
  func begins(_ part: FlakyScope) {
    state.withLock { state in
      // What fails outside of it is not flaky.
      state.isNarrowed = true
      if state.scope == nil { state.scope = part }
    }
  }

  /// - Parameter part: The flaky part that the issue is from; nil for an issue of the rest of the test.
  /// - Returns: Whether the issue is kept out of the result; otherwise the test has failed.
  func withholds(_ issue: @autoclosure () -> WithheldIssue, in part: FlakyPart?) -> Bool {
    state.withLock { state in
      guard withholds(in: part, state) else {
        state.failed = true
        return false
      }
      if state.withheld.isEmpty { state.scope = part?.scope ?? whole }
      state.withheld.append(issue())
      if part == nil { state.withheldOutsideOfParts = true }
      return true
    }
  }

  /// The test has failed for good.
  func fails() {
    state.withLock { $0.failed = true }
  }

  private func withholds(in part: FlakyPart?, _ state: State) -> Bool {
    let isFlaky = part != nil || (whole != nil && !state.isNarrowed)
    let mayRunAgain = history.rerun < min(whole?.maxRetryCount ?? .max, part?.scope.maxRetryCount ?? .max)
    return isFlaky && mayRunAgain && !state.isOver
  }

  /// The run is over; what comes now is a failure.
  func end(wasSkipped: Bool) -> RunEnd {
    state.withLock { state in
      state.isOver = true
      let failed = state.failed || (state.isNarrowed && state.withheldOutsideOfParts)
      return RunEnd(
        history: history,
        action: RerunEngine.runEnded(
          isWithheld: !state.withheld.isEmpty,
          failedOutside: failed,
          wasSkipped: wasSkipped
        ),
        failed: failed,
        wasSkipped: wasSkipped,
        scope: whole ?? state.scope,
        withheld: state.withheld
      )
    }
  }
}

extension TestRun {
  /// An error leaves a flaky part; it is withheld only if it ends the test.
  ///
  /// Inside a step it fails the attempt, and what becomes of that is for the step to say.
  func errorLeaves(_ part: FlakyPart, _ error: any Error) {
    guard StepContext.current == nil, !StopError.matches(error) else { return }
    state.withLock { state in
      // The parts around the innermost see the same error leave.
      if !state.leaving.contains(where: { $0.error.matches(error) }) { state.leaving.append((SameError(error), part)) }
    }
  }

  /// An error that ended a step goes on to the caller.
  func errorLeavesStep(_ error: SameError, _ step: EndedStep) {
    state.withLock { $0.stopped = (error, step) }
  }

  /// The step that the error has ended.
  func step(endedBy error: any Error) -> EndedStep? {
    state.withLock { $0.stopped?.error.matches(error) == true ? $0.stopped?.step : nil }
  }

  /// Whether an error that ends the test is withheld: because it is the one that has left a flaky part, or because the
  /// whole test is flaky and no part of it is marked.
  func withholds(_ error: any Error) -> Bool {
    if StopError.matches(error) { return false }
    return state.withLock { state in
      defer { state.leaving = [] }
      let part = state.leaving.first { $0.error.matches(error) }?.part
      guard withholds(in: part, state) else {
        state.failed = true
        return false
      }
      state.withheldError = .some(part)
      return true
    }
  }

  /// The issue that the withheld error is.
  func withholdsError(_ issue: WithheldIssue) -> Bool {
    withholds(issue, in: state.withLock { $0.withheldError ?? nil })
  }

  /// The flaky part that the withheld error has left, if there is one.
  var partOfWithheldError: FlakyPart? { state.withLock { $0.withheldError ?? nil } }

  /// Whether the test was cut short by an error that was withheld.
  var hasWithheldError: Bool { state.withLock { $0.withheldError != nil } }
}
