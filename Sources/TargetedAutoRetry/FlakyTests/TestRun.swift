/// One run of a test that may run again, and what is withheld in it; for XCTest and for Swift Testing.
///
/// Issues come from any thread.
final class TestRun: IssueKeeper {
  private struct State {
    var withheld: [RunHistory.Withheld] = []
    /// The texts of the issues that have failed the test.
    var failures: Set<String> = []
    /// The scope that has withheld first; before that, the first scope of the test.
    var scope: FlakyScope?
    var failed = false
    var isNarrowed = false
    var isOver = false
    /// True if the test was cut short by an error that was withheld.
    var hasWithheldError = false
    /// The errors that have left a flaky scope, with the innermost that each has left.
    var leaving: [(error: SameError, part: FlakyPart)] = []
    /// The errors that ended a run inside, whose scope has expired.
    var refused: [SameError] = []
    /// The last step that an error has ended, and that error.
    var stopped: (error: SameError, step: EndedStep)?

    mutating func fail(with text: String) {
      failed = true
      failures.insert(text)
    }
  }

  let history: RunHistory
  /// The scope that a trait makes of the whole test.
  private let whole: FlakyScope?
  /// The run that a trait further out has started.
  let outer: TestRun?
  private let state: Locked<State>

  /// The run that the current code of a test with the trait is in.
  static var current: TestRun? { Surroundings.current.testRun as? TestRun }

  /// - Parameter scope: The scope that withheld something in the run before.
  init(_ history: RunHistory, whole: FlakyScope? = nil, inside outer: TestRun? = nil, after scope: FlakyScope? = nil) {
    self.history = history
    self.whole = whole
    self.outer = outer
    state = Locked(State(scope: scope, isNarrowed: history.isNarrowed))
  }

  var isOpen: Bool { state.withLock { !$0.isOver } }

  /// True if its last day is over: then no run further out withholds anything of it.
  var isExpired: Bool { whole?.isExpired ?? false }

  /// A flaky scope inside of the test begins: what fails outside of it is not flaky, for the traits further out as well.
  func begins(_ part: FlakyScope) {
    state.withLock { state in
      state.isNarrowed = true
      if state.scope == nil { state.scope = part }
    }
    outer?.begins(part)
  }

  /// - Parameter part: The flaky scope that the issue is from; nil for an issue of the rest of the test.
  /// - Returns: True if the issue is kept out of the result; otherwise the test has failed.
  func withholds(_ issue: WithheldIssue, in part: FlakyPart?) -> Bool {
    let text = issue.text
    return state.withLock { state in
      guard withholds(in: part, state) else {
        state.fail(with: text)
        return false
      }
      if state.withheld.isEmpty { state.scope = part?.scope ?? whole }
      state.withheld.append(RunHistory.Withheld(issue: issue, run: history.rerun + 1, part: part))
      return true
    }
  }

  /// The test has failed for good.
  func fails(with issue: WithheldIssue) {
    let text = issue.text
    state.withLock { $0.fail(with: text) }
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
      let withheld = history.withheld + state.withheld
      // Whichever run has reached a flaky scope, what failed outside of it in any run was not flaky.
      let failed = state.failed || (state.isNarrowed && withheld.contains { $0.part == nil })
      let isOver = failed || wasSkipped
      return RunEnd(
        history: history,
        outer: outer,
        action: isOver ? (withheld.isEmpty ? .end : .report) : (state.withheld.isEmpty ? .end : .rerun),
        failed: failed,
        wasSkipped: wasSkipped,
        scope: whole ?? state.scope,
        withheld: withheld,
        failures: state.failures,
        isNarrowed: state.isNarrowed
      )
    }
  }
}

extension TestRun {
  /// An error leaves a flaky scope; it is withheld only if it ends the test.
  ///
  /// Inside a step it fails the attempt, and what becomes of that is for the step to say.
  func errorLeaves(_ part: FlakyPart, _ error: any Error) {
    guard StepContext.current == nil, !StopError.matches(error) else { return }
    state.withLock { state in
      // The scopes around the innermost see the same error leave.
      if !state.leaving.contains(where: { $0.error.matches(error) }) { state.leaving.append((SameError(error), part)) }
    }
    outer?.errorLeaves(part, error)
  }

  /// An error ended a run inside whose scope has expired.
  func refuses(_ error: any Error) {
    state.withLock { $0.refused.append(SameError(error)) }
    outer?.refuses(error)
  }

  /// An error that ended a step goes on to the caller.
  func errorLeavesStep(_ error: SameError, _ step: EndedStep) {
    state.withLock { $0.stopped = (error, step) }
  }

  /// The step that the error has ended.
  func step(endedBy error: any Error) -> EndedStep? {
    state.withLock { $0.stopped?.error.matches(error) == true ? $0.stopped?.step : nil }
  }

  /// Takes note of an error that ends the test: it is withheld if it is the one that has left a flaky scope, or if the
  /// whole test is flaky and no part of it is marked.
  ///
  /// - Parameter issue: Makes the issue that the error is, for one that has left a scope or for another.
  /// - Returns: True if the error is kept out of the result.
  func withholds(_ error: any Error, as issue: (FlakyPart?) -> WithheldIssue) -> Bool {
    if StopError.matches(error) { return false }
    let (part, isRefused) = state.withLock { state in
      defer { state.leaving = [] }
      let part = state.leaving.first { $0.error.matches(error) }?.part
      return (part, state.refused.contains { $0.matches(error) })
    }
    let issue = issue(part)
    if isRefused { fails(with: issue) }
    guard !isRefused, withholds(issue, in: part) else { return false }
    state.withLock { $0.hasWithheldError = true }
    return true
  }

  /// True if the test was cut short by an error that was withheld.
  var hasWithheldError: Bool { state.withLock { $0.hasWithheldError } }
}

/// What is known of the runs of one test before its current one ends.
struct RunHistory: Sendable {
  /// An issue that a run has withheld.
  struct Withheld {
    let issue: WithheldIssue
    /// 1 for the first run.
    let run: Int
    /// The flaky scope inside of the test that it is from.
    let part: FlakyPart?
  }

  let id = StepID.next()
  /// The instant at which the first run began.
  let start: Duration
  /// 0 in the first run.
  private(set) var rerun = 0
  /// The instant at which the current run began.
  private(set) var runStart: Duration
  /// What the runs before have withheld: it is forgiven when a run succeeds, and only then.
  private(set) nonisolated(unsafe) var withheld: [Withheld] = []
  /// True if a run before has reached a flaky scope inside of the test.
  private(set) var isNarrowed = false

  init(at now: Duration) {
    start = now
    runStart = now
  }

  /// Another run begins.
  mutating func rerunBegins(at now: Duration, after end: RunEnd) {
    rerun += 1
    runStart = now
    withheld = end.withheld
    isNarrowed = end.isNarrowed
  }
}
