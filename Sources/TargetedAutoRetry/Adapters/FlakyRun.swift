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

  /// 0 for the first run.
  let rerun: Int
  private let maxRetryCount: Int
  private let state = Locked(State())

  @TaskLocal static var current: FlakyRun?
  /// The flaky scope around the current code.
  @TaskLocal static var scope: Flakiness?

  init(rerun: Int, maxRetryCount: Int) {
    self.rerun = rerun
    self.maxRetryCount = maxRetryCount
  }

  /// The test has a flaky scope: what fails outside of it is not flaky.
  func narrow() {
    state.withLock { $0.isNarrowed = true }
  }

  /// An error leaves a flaky scope.
  func errorLeaves(_ scope: Flakiness) {
    state.withLock { $0.scopeOfError = scope }
  }

  func withholds(_ issue: Issue) -> Bool {
    guard issue.isFailure, !issue.isStop else { return false }
    return state.withLock { state in
      let scope = issue.isThrownError ? state.scopeOfError : Self.scope
      let mayRunAgain = rerun < min(maxRetryCount, scope?.maxRetryCount ?? maxRetryCount)
      guard mayRunAgain, scope != nil || !state.isNarrowed else {
        state.failed = true
        return false
      }
      state.withheld.append(WithheldIssue(issue))
      if scope == nil { state.withheldOutsideScopes = true }
      return true
    }
  }

  func end(wasSkipped: Bool) -> TestRuns.RunEnd {
    state.withLock { state in
      let failed = state.failed || (state.isNarrowed && state.withheldOutsideScopes)
      return TestRuns.RunEnd(
        rerun: rerun,
        action: RerunEngine.runEnded(
          rerun,
          isWithheld: !state.withheld.isEmpty,
          failedOutside: failed,
          wasSkipped: wasSkipped
        ),
        failed: failed,
        scope: nil,
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
