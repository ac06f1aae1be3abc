/// One run of a test that may run again, for XCTest and Swift Testing.
///
/// Issues arrive from any thread.
final class TestRun: Sendable {
  /// An issue of a run: withheld, or in the result of the test.
  private struct RunIssue {
    let issue: WithheldIssue
    let run: Int
    /// The mark of the flaky scope inside the test that the issue is from.
    let mark: FlakyMark?
  }

  private struct State {
    /// The issues of this run and of those before.
    var issues: [RunIssue] = []
    /// The mark of the first flaky scope inside the test, in any run.
    var firstScope: FlakyMark?
    /// The errors that have left flaky scopes.
    var errors: [(error: SameError, mark: FlakyMark)] = []
    /// True if a withheld error cut the run short.
    var isCutShort = false
    var isOver = false
  }

  /// The number of the re-run: 0 in the first run.
  let rerun: Int
  let ledger: TestLedger
  /// The mark of a trait, which covers the whole test unless a flaky scope inside narrows it.
  private let trait: FlakyMark?
  private let id: StepID
  private let testStart: Duration
  private let start: Duration
  private let state: Locked<State>

  /// - Parameter last: The run before; nil for the first run of a test.
  init(trait: FlakyMark? = nil, after last: TestRun? = nil) {
    rerun = last.map { $0.rerun + 1 } ?? 0
    ledger = TestLedger(trait == nil ? .xctest : .swiftTesting)
    self.trait = trait
    id = last?.id ?? .next()
    start = World.current.timekeeper.now()
    testStart = last?.testStart ?? start
    let before = last?.state.withLock { $0 }
    state = Locked(State(issues: before?.issues ?? [], firstScope: before?.firstScope))
  }

  var isOpen: Bool { state.withLock { !$0.isOver } }

  /// True if a withheld error cut the run short.
  var isCutShort: Bool { state.withLock { $0.isCutShort } }

  /// True if an issue of this run is known.
  var hasIssue: Bool { state.withLock { $0.issues.last?.run == number } }

  private var number: Int { rerun + 1 }

  /// Begins a flaky scope inside the test.
  ///
  /// A failure outside such scopes is then not flaky, in no run of the test.
  func begins(_ scope: FlakyScope) {
    ledger.flakyScopeBegins()
    state.withLock { if $0.firstScope == nil { $0.firstScope = scope.mark } }
  }

  /// The run's decision about an issue of its code.
  ///
  /// - Parameter scope: The flaky scope that the issue is from. Nil for the rest of the test.
  func standing(in scope: FlakyScope?) -> IssueOrigin.Standing {
    if !isOpen || scope?.isOpen == false { return .refuses(.flakyScopeIsOver) }
    // The scope belongs to a test case whose test is not running.
    if let scope, scope.run !== self { return .refuses(.isOutside) }
    return state.withLock { withholds(scope?.mark, $0) } ? .keeps : .passesOn
  }

  /// Keeps an issue out of the result of the test, if another run may follow.
  ///
  /// - Parameter mark: The mark of the flaky scope that the issue is from. Nil for the rest of the test.
  /// - Returns: False if the issue is a failure of the test, which is noted.
  func withholds(_ issue: WithheldIssue, of mark: FlakyMark?) -> Bool {
    state.withLock { state in
      let isWithheld = withholds(mark, state)
      state.issues.append(RunIssue(issue: isWithheld ? issue : issue.inResult, run: number, mark: mark))
      return isWithheld
    }
  }

  /// Notes a failure of the test.
  ///
  /// - Parameter mark: The mark of the flaky scope that has passed the issue on, if one has.
  func fails(with issue: WithheldIssue, of mark: FlakyMark? = nil) {
    state.withLock { $0.issues.append(RunIssue(issue: issue.inResult, run: number, mark: mark)) }
  }

  private func withholds(_ mark: FlakyMark?, _ state: State) -> Bool {
    guard let excuse = excuse(mark, state) else { return false }
    return rerun < mostReruns(excuse) && !state.isOver
  }

  /// The mark that makes an issue flaky: that of its scope, or of the trait.
  private func excuse(_ mark: FlakyMark?, _ state: State) -> FlakyMark? {
    mark ?? (state.firstScope == nil ? trait : nil)
  }

  private func mostReruns(_ excuse: FlakyMark) -> Int { min(trait?.maxRetryCount ?? .max, excuse.maxRetryCount) }
}

// Errors have no place. An error is flaky only if it is certain that it left a flaky scope and then ended the test.
extension TestRun {
  /// Notes an error that leaves a flaky scope.
  ///
  /// Inside a step the error fails the attempt, and the step decides about it.
  ///
  /// - Returns: The error to throw. Its box tells it from the same error thrown elsewhere.
  func leaves(_ scope: FlakyScope, _ error: any Error) -> any Error {
    guard StepContext.current == nil, !StopError.matches(error), let fresh = SameError(inFreshBox: error) else {
      return error
    }
    let isOfInnerScope = state.withLock { state in
      if state.errors.contains(where: { $0.error.matches(error) }) { return true }
      state.errors.append((fresh, scope.mark))
      return false
    }
    if isOfInnerScope { return error }
    if let step = ledger.step(endedBy: error) { ledger.errorLeavesStep(fresh, step) }
    return fresh.error
  }

  /// Decides about an error that ends the test.
  ///
  /// It is withheld if it has left a flaky scope, or if only the whole test is marked as flaky.
  ///
  /// - Parameter issue: Makes the issue of the error, with the mark of the flaky scope that it has left, if any.
  /// - Returns: False if the error is a failure of the test, which is noted.
  func withholds(_ error: any Error, as issue: (FlakyMark?) -> WithheldIssue) -> Bool {
    let mark = state.withLock { state in state.errors.first { $0.error.matches(error) }?.mark }
    if StopError.matches(error) {
      fails(with: issue(mark))
      return false
    }
    guard withholds(issue(mark), of: mark) else { return false }
    state.withLock { $0.isCutShort = true }
    return true
  }
}

extension TestRun {
  /// Ends the run; a later issue is a failure.
  ///
  /// Withheld issues are forgiven only if the last run succeeds: it does not fail, it is not skipped, and none of its
  /// steps was cancelled. Otherwise each distinct one is recorded, with the numbers of its runs.
  ///
  /// - Parameter wasSkipped: True if the run was skipped, or its test cancelled.
  /// - Returns: The next run; nil if the test is over.
  func end(wasSkipped: Bool, in test: @autoclosure () -> RunningTest?) -> TestRun? {
    for issue in ledger.abandon() {
      fails(with: issue)
      World.current.emitNotWithheld(issue.text, .testIsOver, in: test())
      issue.report()
    }
    let state = state.withLock { state in
      state.isOver = true
      return state
    }
    guard let mark = trait ?? state.issues.lazy.compactMap(\.mark).first ?? state.firstScope else { return nil }
    let own = state.issues.filter { $0.run == number }
    let hasFailed = state.issues.contains { $0.issue.isInResult || excuse($0.mark, state) == nil }
    let next = hasFailed || wasSkipped || own.isEmpty ? nil : TestRun(trait: trait, after: self)
    let succeeds = !hasFailed && !wasSkipped && own.isEmpty && !ledger.hasCancelledStep
    if next == nil, !succeeds { record(state.issues) }

    let (test, now) = (test(), World.current.timekeeper.now())
    func attempt(_ excuse: FlakyMark?) -> Attempt {
      Attempt(number: number, retriesRemaining: max(0, mostReruns(excuse ?? mark) - rerun))
    }
    if let (issue, excuse) = cause(of: own, state) {
      let attempt = attempt(excuse)
      if next != nil { for issue in own { mark.emit(.issueWithheld(issue.issue.text, attempt), in: test, id: id) } }
      let run = FailedRun(
        attempt: attempt,
        cause: issue.text,
        flakiness: excuse?.flakiness,
        start: start,
        elapsed: now - start,
        runsAgain: next != nil
      )
      mark.emit(.runFailed(run), in: test, id: id)
    }
    if next == nil {
      let cause = cause(of: state.issues, state)
      let excuse = cause.map(\.excuse) ?? mark
      let report = FlakyTestReport(
        ending: cause == nil ? (wasSkipped ? .skipped : .succeeded) : (succeeds ? .succeeded : .failed),
        last: attempt(excuse),
        cause: cause?.issue.text,
        flakiness: excuse?.flakiness,
        start: testStart,
        elapsed: now - testStart,
        lastRun: now - start
      )
      mark.emit(.testEnded(report), in: test, id: id)
    }
    return next
  }

  /// The issue that decided, with the mark that excuses it: an issue outside of the flaky scopes, if there is one.
  private func cause(of issues: [RunIssue], _ state: State) -> (issue: WithheldIssue, excuse: FlakyMark?)? {
    let cause = issues.first { excuse($0.mark, state) == nil } ?? issues.first
    return cause.map { ($0.issue, excuse($0.mark, state)) }
  }

  private func record(_ issues: [RunIssue]) {
    let numbered = issues.map { (issue: $0.issue, number: $0.run) }
    let distinct = numbered.distinct { rerun == 0 ? "" : " (\($0.counted("run")) of the test)" }
    for issue in distinct { issue.report() }
  }
}
