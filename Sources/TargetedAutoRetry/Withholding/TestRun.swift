/// One run of a test that may run again, with its withheld issues; for XCTest and Swift Testing.
///
/// Issues arrive from any thread.
final class TestRun: Sendable {
  private struct State {
    var withheld: [RunHistory.Withheld] = []
    /// The keys of the issues that have failed the test.
    var failures: Set<String> = []
    /// The mark of the first withheld issue; before there is one, the mark of the first flaky scope.
    var mark: FlakyMark?
    var failed = false
    var isNarrowed = false
    var isOver = false
    /// True if a withheld error cut the test short.
    var hasWithheldError = false
    /// The errors that have left flaky scopes; an error has left its innermost scope first.
    var leaving: [(error: SameError, scope: FlakyScope)] = []
    /// The errors that ended an inner run with an expired mark.
    var refused: [SameError] = []

    mutating func fail(with key: String) {
      failed = true
      failures.insert(key)
    }
  }

  let history: RunHistory
  /// The mark of a trait, which covers the whole test.
  private let whole: FlakyMark?
  let outer: TestRun?
  let ledger: TestLedger
  private let state: Locked<State>

  /// - Parameter mark: The mark of the scope that withheld an issue in the run before.
  init(_ history: RunHistory, whole: FlakyMark? = nil, inside outer: TestRun? = nil, after mark: FlakyMark? = nil) {
    self.history = history
    self.whole = whole
    self.outer = outer
    ledger = TestLedger(whole == nil ? .xctest : .swiftTesting)
    state = Locked(State(mark: mark, isNarrowed: history.isNarrowed))
  }

  var isOpen: Bool { state.withLock { !$0.isOver } }

  /// True if the last day of the mark is over; runs further out then withhold nothing of this one.
  var isExpired: Bool { whole?.isExpired ?? false }

  /// Begins a flaky scope inside the test.
  ///
  /// From now on a failure outside it is not flaky, for traits further out as well.
  func begins(_ mark: FlakyMark) {
    state.withLock { state in
      state.isNarrowed = true
      if state.mark == nil { state.mark = mark }
    }
    outer?.begins(mark)
  }

  /// The run's decision about an issue of its code.
  ///
  /// - Parameter scope: The flaky scope that the issue is from. Nil for the rest of the test.
  func standing(in scope: FlakyScope?) -> IssueOrigin.Standing {
    if !isOpen || scope?.isOpen == false { return .refuses(.flakyScopeIsOver) }
    // The scope belongs to a test case whose test is not running.
    if let scope, !sequence(first: scope.run, next: \.outer).contains(where: { $0 === self }) {
      return .refuses(.isOutside)
    }
    if isExpired { return .refuses(nil) }
    return state.withLock { withholds(in: scope, $0) } ? .keeps : .passesOn
  }

  /// - Parameter scope: The flaky scope that the issue is from. Nil for the rest of the test.
  /// - Returns: True if the issue is kept out of the result. If false, the test has failed.
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

  /// Notes a final failure of the test.
  func fails(with issue: WithheldIssue) {
    let key = issue.key
    state.withLock { $0.fail(with: key) }
  }

  private func withholds(in scope: FlakyScope?, _ state: State) -> Bool {
    let isFlaky = scope != nil || (whole != nil && !state.isNarrowed)
    let mayRunAgain = history.rerun < min(whole?.maxRetryCount ?? .max, scope?.mark.maxRetryCount ?? .max)
    return isFlaky && mayRunAgain && !state.isOver
  }

  /// Ends the run; a later issue is a failure.
  func end(wasSkipped: Bool) -> RunEnd {
    ledger.close()
    let state = state.withLock { state in
      // The old state may hold the last reference to this run.
      defer { state = State(isOver: true) }
      return state
    }
    let withheld = history.withheld + state.withheld
    // If any run has reached a flaky scope, failures outside it were not flaky in any run.
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
  /// Notes an error that leaves a flaky scope; it is withheld only if it ends the test.
  ///
  /// Inside a step the error fails the attempt, and the step decides about it.
  func errorLeaves(_ scope: FlakyScope, _ error: any Error) {
    guard StepContext.current == nil, !StopError.matches(error) else { return }
    state.withLock { state in
      if !state.isOver { state.leaving.append((SameError(error), scope)) }
    }
    outer?.errorLeaves(scope, error)
  }

  /// Notes an error that ended an inner run with an expired mark.
  func refuses(_ error: any Error) {
    state.withLock { $0.refused.append(SameError(error)) }
    outer?.refuses(error)
  }

  /// Decides about an error that ends the test.
  ///
  /// It is withheld if it has left a flaky scope, or if only the whole test is marked as flaky.
  ///
  /// - Parameter issue: Makes the issue of the error, with the flaky scope that the error has left, if any.
  /// - Returns: True if the error is kept out of the result.
  func withholds(_ error: any Error, as issue: (FlakyScope?) -> WithheldIssue) -> Bool {
    if StopError.matches(error) { return false }
    let (scope, isRefused) = state.withLock { state in
      let scope = state.leaving.first { $0.error.matches(error) }?.scope
      return (scope, state.refused.contains { $0.matches(error) })
    }
    let issue = issue(scope)
    if isRefused { fails(with: issue) }
    guard !isRefused, withholds(issue, in: scope) else { return false }
    state.withLock { $0.hasWithheldError = true }
    return true
  }

  /// True if a withheld error cut the test short.
  var hasWithheldError: Bool { state.withLock { $0.hasWithheldError } }
}
