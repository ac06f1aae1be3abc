/// One run of a test that may run again, and what is withheld in it; for XCTest and for Swift Testing.
///
/// Issues come from any thread.
final class TestRun: Sendable {
  private struct State {
    var withheld: [RunHistory.Withheld] = []
    /// The keys of the issues that have failed the test.
    var failures: Set<String> = []
    /// The mark of what has withheld first; before that, of the first scope of the test.
    var mark: FlakyMark?
    var failed = false
    var isNarrowed = false
    var isOver = false
    /// True if the test was cut short by an error that was withheld.
    var hasWithheldError = false
    /// The errors that have left a flaky scope, with the innermost that each has left.
    var leaving: [(error: SameError, scope: FlakyScope)] = []
    /// The errors that ended a run inside, whose mark has expired.
    var refused: [SameError] = []

    mutating func fail(with key: String) {
      failed = true
      failures.insert(key)
    }
  }

  let history: RunHistory
  /// The mark that a trait of Swift Testing makes of the whole test.
  private let whole: FlakyMark?
  /// The run that a trait further out has started.
  let outer: TestRun?
  let ledger: TestLedger
  private let state: Locked<State>

  /// - Parameter mark: That of the scope that withheld something in the run before.
  init(_ history: RunHistory, whole: FlakyMark? = nil, inside outer: TestRun? = nil, after mark: FlakyMark? = nil) {
    self.history = history
    self.whole = whole
    self.outer = outer
    ledger = TestLedger(whole == nil ? .xctest : .swiftTesting)
    state = Locked(State(mark: mark, isNarrowed: history.isNarrowed))
  }

  var isOpen: Bool { state.withLock { !$0.isOver } }

  /// True if its last day is over: then no run further out withholds anything of it.
  var isExpired: Bool { whole?.isExpired ?? false }

  /// A flaky scope inside of the test begins: what fails outside of it is not flaky, for the traits further out as well.
  func begins(_ mark: FlakyMark) {
    state.withLock { state in
      state.isNarrowed = true
      if state.mark == nil { state.mark = mark }
    }
    outer?.begins(mark)
  }

  /// What it does about an issue of its code.
  ///
  /// - Parameter scope: The flaky scope that the issue is from; nil for an issue of the rest of the test.
  func standing(in scope: FlakyScope?) -> IssueOrigin.Standing {
    if !isOpen || scope?.isOpen == false { return .refuses(.flakyScopeIsOver) }
    // It is from a scope of a test case whose test does not run.
    if let scope, !sequence(first: scope.run, next: \.outer).contains(where: { $0 === self }) {
      return .refuses(.isOutside)
    }
    if isExpired { return .refuses(nil) }
    return state.withLock { withholds(in: scope, $0) } ? .keeps : .passesOn
  }

  /// - Parameter scope: The flaky scope that the issue is from; nil for an issue of the rest of the test.
  /// - Returns: True if the issue is kept out of the result; otherwise the test has failed.
  func withholds(_ issue: WithheldIssue, in scope: FlakyScope?) -> Bool {
    let key = issue.key
    return state.withLock { state in
      guard withholds(in: scope, state) else {
        state.fail(with: key)
        return false
      }
      if state.withheld.isEmpty { state.mark = scope?.mark ?? whole }
      state.withheld.append(RunHistory.Withheld(issue: issue, run: history.rerun + 1, scope: scope))
      return true
    }
  }

  /// The test has failed for good.
  func fails(with issue: WithheldIssue) {
    let key = issue.key
    state.withLock { $0.fail(with: key) }
  }

  private func withholds(in scope: FlakyScope?, _ state: State) -> Bool {
    let isFlaky = scope != nil || (whole != nil && !state.isNarrowed)
    let mayRunAgain = history.rerun < min(whole?.maxRetryCount ?? .max, scope?.mark.maxRetryCount ?? .max)
    return isFlaky && mayRunAgain && !state.isOver
  }

  /// The run is over; what comes now is a failure.
  func end(wasSkipped: Bool) -> RunEnd {
    ledger.close()
    let state = state.withLock { state in
      // What it holds may hold this run.
      defer { state = State(isOver: true) }
      return state
    }
    let withheld = history.withheld + state.withheld
    // Whichever run has reached a flaky scope, what failed outside of it in any run was not flaky.
    let failed = state.failed || (state.isNarrowed && withheld.contains { $0.scope == nil })
    let isOver = failed || wasSkipped
    return RunEnd(
      history: history,
      outer: outer,
      action: isOver ? (withheld.isEmpty ? .end : .report) : (state.withheld.isEmpty ? .end : .rerun),
      failed: failed,
      wasSkipped: wasSkipped,
      mark: whole ?? state.mark,
      withheld: withheld,
      failures: state.failures,
      isNarrowed: state.isNarrowed
    )
  }
}

extension TestRun {
  /// An error leaves a flaky scope; it is withheld only if it ends the test.
  ///
  /// Inside a step it fails the attempt, and what becomes of that is for the step to say.
  func errorLeaves(_ scope: FlakyScope, _ error: any Error) {
    guard StepContext.current == nil, !StopError.matches(error) else { return }
    state.withLock { state in
      // The scopes around the innermost see the same error leave.
      let isKnown = state.leaving.contains { $0.error.matches(error) }
      if !isKnown, !state.isOver { state.leaving.append((SameError(error), scope)) }
    }
    outer?.errorLeaves(scope, error)
  }

  /// An error ended a run inside whose mark has expired.
  func refuses(_ error: any Error) {
    state.withLock { $0.refused.append(SameError(error)) }
    outer?.refuses(error)
  }

  /// Takes note of an error that ends the test: it is withheld if it is the one that has left a flaky scope, or if the
  /// whole test is flaky and no part of it is marked.
  ///
  /// - Parameter issue: Makes the issue that the error is, for one that has left a scope or for another.
  /// - Returns: True if the error is kept out of the result.
  func withholds(_ error: any Error, as issue: (FlakyScope?) -> WithheldIssue) -> Bool {
    if StopError.matches(error) { return false }
    let (scope, isRefused) = state.withLock { state in
      defer { state.leaving = [] }
      let scope = state.leaving.first { $0.error.matches(error) }?.scope
      return (scope, state.refused.contains { $0.matches(error) })
    }
    let issue = issue(scope)
    if isRefused { fails(with: issue) }
    guard !isRefused, withholds(issue, in: scope) else { return false }
    state.withLock { $0.hasWithheldError = true }
    return true
  }

  /// True if the test was cut short by an error that was withheld.
  var hasWithheldError: Bool { state.withLock { $0.hasWithheldError } }
}
