internal import Foundation

/// The runs of one test in a ``RetryableTestCase``, and what is withheld in them.
///
/// Issues come from any thread.
final class TestRuns: Sendable {
  struct FlakyScope {
    let flakiness: Flakiness
    let callSite: CallSite
  }

  private struct State {
    var openAttempts: [AttemptIssues] = []
    var flakyScopes: [FlakyScope] = []
    var rerun = 0
    var withheld: [WithheldIssue] = []
    /// The scope that has withheld first in this run.
    var failedScope: FlakyScope?
    var failedOutside = false
    /// Whether an error that left a flaky scope is on its way to XCTest.
    var hasErrorOnItsWay = false

    /// - Returns: False where no flaky scope is open, or the innermost allows no other run.
    mutating func withhold(_ issue: WithheldIssue) -> Bool {
      guard let scope = flakyScopes.last, rerun < scope.flakiness.maxRetryCount else { return false }
      withheld.append(issue)
      failedScope = failedScope ?? scope
      return true
    }
  }

  private let state = Locked(State())

  /// How often the test ran again so far.
  var rerun: Int { state.withLock { $0.rerun } }

  func open(_ issues: AttemptIssues) {
    state.withLock { $0.openAttempts.append(issues) }
  }

  func close(_ issues: AttemptIssues) {
    state.withLock { state in state.openAttempts.removeAll { $0 === issues } }
  }

  func open(_ scope: FlakyScope) {
    state.withLock { $0.flakyScopes.append(scope) }
  }

  func closeFlakyScope() {
    state.withLock { _ = $0.flakyScopes.popLast() }
  }

  /// An error leaves the innermost flaky scope.
  func flakyScopeThrew(_ issue: WithheldIssue) {
    state.withLock { state in
      if state.withhold(issue) { state.hasErrorOnItsWay = true }
    }
  }

  /// - Parameter isThrownError: Whether XCTest reports the error that ended the test.
  /// - Returns: False where the issue has to be recorded.
  func withhold(_ issue: WithheldIssue, isThrownError: Bool) -> Bool {
    if let issues = StepContext.current?.issues, issues.add(issue) { return true }
    return state.withLock { state in
      if let issues = state.openAttempts.last, issues.add(issue) { return true }
      if isThrownError, state.hasErrorOnItsWay { return true }
      if state.withhold(issue) { return true }
      state.failedOutside = true
      return false
    }
  }

  /// A run is over; the next begins with nothing withheld.
  func runEnded(wasSkipped: Bool) -> RunEnd {
    state.withLock { state in
      let end = RunEnd(
        rerun: state.rerun,
        action: RerunEngine.runEnded(
          state.rerun,
          isWithheld: !state.withheld.isEmpty,
          failedOutside: state.failedOutside,
          wasSkipped: wasSkipped
        ),
        failed: state.failedOutside,
        scope: state.failedScope,
        withheld: state.withheld
      )
      if case .rerun(let rerun) = end.action { state.rerun = rerun }
      state.withheld = []
      state.failedScope = nil
      state.hasErrorOnItsWay = false
      return end
    }
  }
}

extension TestRuns {
  /// What is known when a run is over.
  struct RunEnd {
    /// 0 for the first run.
    let rerun: Int
    let action: RerunEngine.Action
    /// Whether something has reached the result of the test.
    let failed: Bool
    /// The scope that has withheld first.
    let scope: FlakyScope?
    let withheld: [WithheldIssue]
  }
}
