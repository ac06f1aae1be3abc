internal import XCTest

/// One run of a test: its issues, which arrive from any thread, its open attempts and its end.
///
/// A flaky test has one for each of its runs. All tests of Swift Testing without a trait share one, as nothing tells when
/// such a test ends.
final class RunningTest: Sendable {
  struct RunIssue {
    let issue: TestIssue
    let run: Int
    /// The mark of the flaky scope inside the test that the issue is from.
    let mark: FlakyMark?
  }

  struct State {
    var identity: TestIdentity?
    /// The issues of this run and of those before.
    var issues: [RunIssue] = []
    /// The mark of the first flaky scope inside the test, in any run.
    var firstScope: FlakyMark?
    var open: [StepContext] = []
    /// The attempts of each step that have withheld something.
    var withheld: [StepID: [StepContext]] = [:]
    var openScopes = 0
    /// True if a step was cancelled and not run again: it neither failed nor succeeded, so the run forgives nothing.
    var hasCancelledStep = false
    var isOver = false
    var next: RunningTest?
    /// The number of failures that this library has recorded.
    var ownFailures = 0
    /// True if an override of the author's base class has handed an issue in.
    var isConsulted = false
    /// The last issue that was passed on, as a further override may hand it in again before XCTest counts it.
    var passedOn: String?
  }

  /// The test case that XCTest knows; nil in Swift Testing.
  nonisolated(unsafe) let testCase: XCTestCase?
  /// The instance that runs the test: the test case, or another one for a re-run.
  nonisolated(unsafe) let instance: XCTestCase?
  nonisolated(unsafe) private let xctestRun: XCTestRun?
  let failuresBefore: Int
  /// The override of `invokeTest()`; nil if issues of the test case cannot be withheld, and in Swift Testing.
  let callSite: CallSite?
  /// False if only a step has revealed the test: its end may be announced by nobody.
  let isAnnounced: Bool
  let rerun: Int
  /// The mark of a trait, which covers the whole test unless a flaky scope inside narrows it.
  private let trait: FlakyMark?
  private let id: StepID
  private let testStart: Duration
  private let start: Duration
  let state: Locked<State>
  /// The step that has ended the test; on Linux the steps of a tear-down of ``RetryableTestCase`` run nevertheless.
  let endedBy = Locked<String?>(nil)

  /// A test, or a run of it.
  ///
  /// - Parameters:
  ///   - testCase: The test case of XCTest; nil in Swift Testing.
  ///   - instance: The instance that runs it, if XCTest needs another one for a re-run.
  ///   - callSite: The override of `invokeTest()`, if issues of the test case can be withheld.
  ///   - last: The run before.
  init(
    _ testCase: XCTestCase? = nil,
    on instance: XCTestCase? = nil,
    as identity: TestIdentity? = nil,
    trait: FlakyMark? = nil,
    at callSite: CallSite? = nil,
    isAnnounced: Bool = true,
    after last: RunningTest? = nil
  ) {
    self.testCase = testCase
    self.instance = instance ?? testCase
    self.trait = trait
    self.callSite = callSite
    self.isAnnounced = isAnnounced
    xctestRun = testCase?.testRun
    failuresBefore = xctestRun?.totalFailureCount ?? 0
    rerun = last.map { $0.rerun + 1 } ?? 0
    id = last?.id ?? .next()
    start = World.current.timekeeper.now()
    testStart = last?.testStart ?? start
    let before = last?.state.withLock { $0 }
    state = Locked(State(identity: identity, issues: before?.issues ?? [], firstScope: before?.firstScope))
  }

  /// Nil for the tests of Swift Testing without a trait, and if the test case is not running.
  var identity: TestIdentity? {
    if let known = state.withLock({ $0.identity }) { return known }
    // Its names take long, and most tests need none.
    let identity = instance.flatMap(TestIdentity.init)
    state.withLock { $0.identity = identity }
    return identity
  }

  /// The next run of the test.
  func next(on instance: XCTestCase? = nil) -> RunningTest {
    let instance = instance ?? self.instance
    let next = RunningTest(
      testCase,
      on: instance,
      as: instance == nil ? identity : nil,
      trait: trait,
      at: callSite,
      after: self
    )
    state.withLock { $0.next = next }
    return next
  }

  var withholds: Bool { testCase == nil || callSite != nil }

  var number: Int { rerun + 1 }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// True if no later run of the test goes on either.
  var isOverForGood: Bool {
    let (isOver, next) = state.withLock { ($0.isOver, $0.next) }
    return next?.isOverForGood ?? isOver
  }

  /// The failures that XCTest counts.
  var failures: Int { xctestRun?.totalFailureCount ?? 0 }

  var hasIssue: Bool { state.withLock { $0.issues.contains { $0.run == number } } }

  var issueCount: Int { state.withLock { $0.issues.count } }

  var isSomethingOpen: Bool {
    let (scopes, attempts) = state.withLock { ($0.openScopes, $0.open) }
    return scopes > 0 || attempts.contains(where: \.isOpen)
  }

  /// Notes that a step has ended by cancellation; one that outlives its run is a step of the next run.
  func noteCancellation() {
    let next = state.withLock { state in
      state.hasCancelledStep = true
      return state.next
    }
    next?.noteCancellation()
  }
}

// Its issues.
extension RunningTest {
  /// A failure outside of the flaky scopes inside a test is not flaky, in no run of the test.
  func begin(_ scope: FlakyScope) {
    state.withLock { state in
      state.openScopes += 1
      state.firstScope = state.firstScope ?? scope.mark
    }
  }

  func endFlakyScope() { state.withLock { $0.openScopes -= 1 } }

  /// The run's decision about an issue of a flaky scope, or of the rest of the test.
  func standing(in scope: FlakyScope?) -> IssueOrigin.Standing {
    if isOver || scope?.isOpen == false { return .refuses(.flakyScopeIsOver) }
    // The scope belongs to a test case whose test is not running.
    if let scope, scope.test !== self { return .refuses(.isOutside) }
    return state.withLock { mayKeep(scope?.mark, $0) } ? .keeps : .passesOn
  }

  /// Keeps an issue out of the result if another run may follow; otherwise notes it as a failure, and returns false.
  func keep(_ issue: TestIssue, of mark: FlakyMark?) -> Bool {
    state.withLock { state in
      let isKept = mayKeep(mark, state)
      state.issues.append(RunIssue(issue: isKept ? issue : issue.inResult, run: number, mark: mark))
      return isKept
    }
  }

  /// Notes a failure of the test, with the mark of the flaky scope that has passed it on, if one has.
  func fail(with issue: TestIssue, of mark: FlakyMark? = nil) {
    state.withLock { $0.issues.append(RunIssue(issue: issue.inResult, run: number, mark: mark)) }
  }

  func mayKeep(_ mark: FlakyMark?, _ state: State) -> Bool {
    guard let excuse = excuse(mark, state) else { return false }
    return rerun < mostReruns(excuse) && !state.isOver
  }

  /// The mark that makes an issue flaky: that of its scope, or of the trait.
  private func excuse(_ mark: FlakyMark?, _ state: State) -> FlakyMark? {
    mark ?? (state.firstScope == nil ? trait : nil)
  }

  private func mostReruns(_ excuse: FlakyMark) -> Int { min(trait?.maxRetryCount ?? .max, excuse.maxRetryCount) }
}

extension RunningTest {
  /// Ends the run; true if the test is to run again, false if it is over, or was skipped or cancelled.
  ///
  /// Withheld issues are forgiven only if the last run succeeds: it does not fail, it is not skipped, and none of its
  /// steps was cancelled. Otherwise each distinct one is recorded, with the numbers of its runs.
  func end(wasSkipped: Bool) -> Bool {
    failIfBypassed()
    for issue in abandon() {
      fail(with: issue)
      World.current.emitNotWithheld(issue.text, .testIsOver, in: identity)
      issue.report(in: self)
    }
    let state = state.withLock { $0 }
    guard let mark = trait ?? state.issues.lazy.compactMap(\.mark).first ?? state.firstScope else { return false }
    let own = state.issues.filter { $0.run == number }
    let hasFailed = state.issues.contains { $0.issue.isInResult || excuse($0.mark, state) == nil }
    let runsAgain = !hasFailed && !wasSkipped && !own.isEmpty
    let succeeds = !hasFailed && !wasSkipped && own.isEmpty && !state.hasCancelledStep
    if !runsAgain, !succeeds {
      let issues = state.issues.map { (issue: $0.issue, number: $0.run) }
      issues.distinct("run", of: "the test", of: number).forEach { $0.report(in: self) }
    }

    let now = World.current.timekeeper.now()
    func report(of issues: [RunIssue], since begin: Duration, succeeds: Bool, runsAgain: Bool = false)
      -> FlakyTestReport
    {
      // The issue that decided: one outside of the flaky scopes, if there is one.
      let cause = issues.first { excuse($0.mark, state) == nil } ?? issues.first
      let decisive = cause == nil ? mark : excuse(cause?.mark, state)
      let failure = decisive == nil || issues.isEmpty ? StepOutcome.aborted : .exhausted
      return FlakyTestReport(
        last: Attempt(number: number, retriesRemaining: max(0, mostReruns(decisive ?? mark) - rerun)),
        outcome: !succeeds ? failure : rerun == 0 ? .passed : .recovered,
        wasSkipped: issues.isEmpty && !succeeds,
        runsAgain: runsAgain,
        cause: cause?.issue.text,
        flakiness: decisive?.flakiness,
        start: begin,
        elapsed: now - begin,
        lastRun: now - start
      )
    }
    if !own.isEmpty {
      let run = report(of: own, since: start, succeeds: false, runsAgain: runsAgain)
      if runsAgain {
        for issue in own { mark.emit(.issueWithheld(issue.issue.text, run.last), in: identity, id: id) }
      }
      mark.emit(.runFailed(run), in: identity, id: id)
    }
    if !runsAgain {
      let hasPassed = succeeds || (state.issues.isEmpty && !wasSkipped)
      mark.emit(.testEnded(report(of: state.issues, since: testStart, succeeds: hasPassed)), in: identity, id: id)
    }
    return runsAgain
  }
}
