internal import Foundation

/// The runs of one test in a ``RetryableTestCase``, and what is withheld in them.
///
/// Issues come from any thread.
final class TestRuns: Sendable {
  private struct State {
    var openAttempts: [AttemptIssues] = []
    var flakyScopes: [FlakyScope] = []
    var rerun = 0
    var withheld: [WithheldIssue] = []
    /// The scope that has withheld first in the last run that withheld anything.
    var failedScope: FlakyScope?
    var failedOutside = false
    /// Whether an error that left a flaky scope is on its way to XCTest.
    var hasErrorOnItsWay = false

    /// - Returns: False where no flaky scope is open, or the innermost allows no other run.
    mutating func withhold(_ issue: WithheldIssue) -> Bool {
      guard let scope = flakyScopes.last, rerun < scope.flakiness.maxRetryCount else { return false }
      withheld.append(issue)
      if withheld.count == 1 { failedScope = scope }
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
        wasSkipped: wasSkipped,
        scope: state.failedScope,
        withheld: state.withheld
      )
      if case .rerun(let rerun) = end.action { state.rerun = rerun }
      state.withheld = []
      state.hasErrorOnItsWay = false
      return end
    }
  }
}
