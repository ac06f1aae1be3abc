internal import Foundation

/// The runs of one test in a ``RetryableTestCase``, and what is withheld in them.
///
/// Issues come from any thread.
final class TestRuns: Sendable {
  private struct State {
    var openAttempts: [AttemptIssues] = []
    var flakyScopes: [FlakyScope] = []
    /// Nil before the first run.
    var history: RunHistory?
    var withheld: [WithheldIssue] = []
    /// The scope that has withheld first in the last run that withheld anything; before that, the first scope.
    var scope: FlakyScope?
    var failedOutside = false
    /// Whether an error that left a flaky scope is on its way to XCTest.
    var hasErrorOnItsWay = false

    var rerun: Int { history?.rerun ?? 0 }

    /// - Returns: False where no flaky scope is in force, or the innermost allows no other run.
    mutating func withhold(_ issue: WithheldIssue) -> Bool {
      guard let scope = flakyScopes.last(where: { !$0.isExpired }), rerun < scope.maxRetryCount else { return false }
      withheld.append(issue)
      if withheld.count == 1 { self.scope = scope }
      return true
    }
  }

  private let state = Locked(State())

  /// How often the test ran again so far.
  var rerun: Int { state.withLock { $0.rerun } }

  /// The first run begins.
  func begin(at now: Duration) {
    state.withLock { $0.history = RunHistory(at: now) }
  }

  func open(_ issues: AttemptIssues) {
    state.withLock { $0.openAttempts.append(issues) }
  }

  func close(_ issues: AttemptIssues) {
    state.withLock { state in state.openAttempts.removeAll { $0 === issues } }
  }

  func open(_ scope: FlakyScope) {
    state.withLock { state in
      state.flakyScopes.append(scope)
      if state.scope == nil { state.scope = scope }
    }
  }

  func closeFlakyScope() {
    state.withLock { _ = $0.flakyScopes.popLast() }
  }

  /// An error leaves the innermost flaky scope.
  ///
  /// Inside a step it fails the attempt, and what becomes of that is for the step to say.
  func flakyScopeThrew(_ issue: WithheldIssue) {
    guard StepContext.current == nil else { return }
    state.withLock { state in
      // The scopes around the innermost see the same error leave.
      if !state.hasErrorOnItsWay, state.withhold(issue) { state.hasErrorOnItsWay = true }
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
  func runEnded(wasSkipped: Bool, at now: Duration) -> RunEnd {
    state.withLock { state in
      let end = RunEnd(
        history: state.history ?? RunHistory(at: now),
        action: RerunEngine.runEnded(
          isWithheld: !state.withheld.isEmpty,
          failedOutside: state.failedOutside,
          wasSkipped: wasSkipped
        ),
        failed: state.failedOutside,
        wasSkipped: wasSkipped,
        scope: state.scope,
        withheld: state.withheld
      )
      if end.action == .rerun { state.history?.rerunBegins(at: now, after: state.withheld) }
      state.withheld = []
      state.hasErrorOnItsWay = false
      return end
    }
  }
}
