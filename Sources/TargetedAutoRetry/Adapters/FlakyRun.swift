internal import Testing

/// One run of a test with the trait `.flaky`, and what is withheld in it.
final class FlakyRun: Sendable {
  private struct State {
    var withheld: [WithheldIssue] = []
    /// Whether something was withheld that no scope of the test is around.
    var withheldOutsideScopes = false
    var failed = false
    var isNarrowed = false
    /// The scope that an error has left, on its way to the end of the test.
    var scopeOfError: Flakiness?
  }

  let history: RunHistory
  private let whole: FlakyScope
  private let state = Locked(State())

  @TaskLocal static var current: FlakyRun?
  /// The flaky scope around the current code.
  @TaskLocal static var scope: Flakiness?

  /// - Parameter whole: The scope that the trait makes of the whole test.
  init(_ history: RunHistory, whole: FlakyScope) {
    self.history = history
    self.whole = whole
  }

  /// The test has a flaky scope: what fails outside of it is not flaky.
  func narrow() {
    state.withLock { $0.isNarrowed = true }
  }

  /// An error leaves a flaky scope.
  ///
  /// Inside a step it fails the attempt, and what becomes of that is for the step to say.
  func errorLeaves(_ scope: Flakiness) {
    guard StepContext.current == nil else { return }
    state.withLock { $0.scopeOfError = scope }
  }

  func withholds(_ issue: Issue) -> Bool {
    guard issue.isFailure, !issue.isStop else { return false }
    return state.withLock { state in
      let scope = issue.isThrownError ? state.scopeOfError : Self.scope
      let mayRunAgain = history.rerun < min(whole.maxRetryCount, scope?.maxRetryCount ?? .max)
      guard mayRunAgain, scope != nil || !state.isNarrowed else {
        state.failed = true
        return false
      }
      state.withheld.append(WithheldIssue(issue))
      if scope == nil { state.withheldOutsideScopes = true }
      return true
    }
  }

  func end(wasSkipped: Bool) -> RunEnd {
    state.withLock { state in
      let failed = state.failed || (state.isNarrowed && state.withheldOutsideScopes)
      return RunEnd(
        history: history,
        action: RerunEngine.runEnded(
          isWithheld: !state.withheld.isEmpty,
          failedOutside: failed,
          wasSkipped: wasSkipped
        ),
        failed: failed,
        wasSkipped: wasSkipped,
        scope: whole,
        withheld: state.withheld
      )
    }
  }
}

extension Issue {
  fileprivate var isThrownError: Bool {
    if case .errorCaught = kind { true } else { false }
  }

  /// Whether it is the error of a skip or a cancellation.
  fileprivate var isStop: Bool {
    if case .errorCaught(let error) = kind { StopError.matches(error) } else { false }
  }
}
