internal import Testing
internal import XCTest

/// One run of a test: its issues, which arrive from any thread, its open attempts and its end.
///
/// A flaky test has one for each of its runs. All tests of Swift Testing without a trait share one, because nothing
/// tells when such a test ends.
final class TestRun: Sendable {
  struct RunIssue {
    let issue: TestIssue
    let run: Int
    let mark: FlakyMark?
  }

  struct State {
    var identity: TestIdentity?
    /// Includes the issues of earlier runs.
    var issues: [RunIssue] = []
    var firstScope: FlakyMark?
    /// The attempts that are open, or that hold something back until their step has finished.
    var attempts: [AttemptScope] = []
    var openScopes: Set<ObjectIdentifier> = []
    /// Whether a step was cancelled and not run again: then the run forgives nothing.
    var hasCancelledStep = false
    var hasEnded = false
    var next: TestRun?
    var ownFailures = 0
    /// Whether the base class hands in its issues: this library's does, and any other has once it has handed in one.
    var handsInIssues = false
    /// The latest errors that steps threw, each of which may end the test, and the place to report it at.
    var thrown: [(error: any Error, callSite: CallSite)] = []
    /// The last issue that went on to XCTest; a superclass's override may hand it in again before XCTest counts it.
    var passedOn: String?
  }

  /// The test case that XCTest knows; `nil` in Swift Testing.
  nonisolated(unsafe) let testCase: XCTestCase?
  /// The instance that runs the test: the test case, or another one for a re-run.
  nonisolated(unsafe) let instance: XCTestCase?
  /// Whether an override of `invokeTest()` announced the test, so that issues of the test case can be held back.
  private let isAnnounced: Bool
  let rerun: Int
  /// Covers the whole test, unless a flaky scope inside narrows it.
  private let trait: FlakyMark?
  private let id: StepID
  private let testStart: Duration
  private let start: Duration
  let state: Locked<State>

  init(
    _ testCase: XCTestCase? = nil,
    on instance: XCTestCase? = nil,
    as identity: TestIdentity? = nil,
    trait: FlakyMark? = nil,
    isAnnounced: Bool = false,
    after last: TestRun? = nil
  ) {
    self.testCase = testCase
    self.instance = instance ?? testCase
    self.trait = trait
    self.isAnnounced = isAnnounced
    rerun = last.map { $0.rerun + 1 } ?? 0
    id = last?.id ?? .next()
    start = Dependencies.current.timekeeper.now()
    testStart = last?.testStart ?? start
    let before = last?.state.withLock { $0 }
    state = Locked(State(identity: identity, issues: before?.issues ?? [], firstScope: before?.firstScope))
    if testCase is RetryableTestCase { state.withLock { $0.handsInIssues = true } }
  }

  /// `nil` if the test case is not running, and for the tests of Swift Testing without a trait.
  var identity: TestIdentity? {
    if let known = state.withLock({ $0.identity }) { return known }
    // Making its names is expensive, and most tests need none.
    let identity = instance.flatMap(TestIdentity.init)
    state.withLock { $0.identity = identity }
    return identity
  }

  func next(on instance: XCTestCase? = nil) -> TestRun {
    let instance = instance ?? self.instance
    let identity = instance == nil ? identity : nil
    let next = TestRun(testCase, on: instance, as: identity, trait: trait, isAnnounced: isAnnounced, after: self)
    state.withLock { $0.next = next }
    return next
  }

  /// The child of an exit test may end at any moment, and then nothing could record what it held back.
  var withholds: Bool { (testCase == nil || isAnnounced) && !Test.isInExitTest }

  var number: Int { rerun + 1 }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  var hasEndedForGood: Bool {
    let (hasEnded, next) = state.withLock { ($0.hasEnded, $0.next) }
    return next?.hasEndedForGood ?? hasEnded
  }

  var failures: Int { testCase?.testRun?.totalFailureCount ?? 0 }

  var isSomethingOpen: Bool {
    let (scopes, attempts) = state.withLock { ($0.openScopes, $0.attempts) }
    return !scopes.isEmpty || attempts.contains(where: \.isOpen)
  }

  /// A step that outlives its run counts for the next run too.
  func noteCancellation() {
    let next = state.withLock { state in
      state.hasCancelledStep = true
      return state.next
    }
    next?.noteCancellation()
  }
}

extension TestRun {
  /// Once a test has shown a flaky scope, failures outside its scopes are not flaky, in any of its runs.
  func begin(_ scope: FlakyScope) {
    let isFirst = state.withLock { state in
      defer { state.firstScope = state.firstScope ?? scope.mark }
      state.openScopes.insert(ObjectIdentifier(scope))
      return state.firstScope == nil
    }
    if isFirst, trait == nil { emitBegin() }
  }

  /// If the run never ends, this tells which test died or hangs.
  func emitBegin() {
    guard let mark = trait ?? state.withLock({ $0.firstScope }) else { return }
    mark.emit(.runBegins(number: number), in: identity, id: id)
  }

  func standing(in scope: FlakyScope?) -> IssueOrigin.Standing {
    if hasEnded || scope?.isOpen == false { return .refuses(.flakyScopeIsOver) }
    // The scope belongs to a test case whose test is not running.
    if let scope, scope.test !== self { return .refuses(.isOutside) }
    return state.withLock { mayKeep(scope?.mark, $0) } ? .keeps : .passesOn
  }

  /// Keeps an issue out of the result if another run may follow; otherwise notes it as a failure and returns `false`.
  func keep(_ issue: TestIssue, of mark: FlakyMark?) -> Bool {
    state.withLock { state in
      let isKept = mayKeep(mark, state)
      state.issues.append(RunIssue(issue: isKept ? issue : issue.inResult, run: number, mark: mark))
      return isKept
    }
  }

  /// - Parameter mark: The mark of the flaky scope that passed the issue on.
  func fail(with issue: TestIssue, of mark: FlakyMark? = nil) {
    state.withLock { $0.issues.append(RunIssue(issue: issue.inResult, run: number, mark: mark)) }
  }

  func mayKeep(_ mark: FlakyMark?, _ state: State) -> Bool {
    guard let flakiness = flakiness(mark, state) else { return false }
    return rerun < mostReruns(flakiness) && !state.hasEnded
  }

  private func flakiness(_ mark: FlakyMark?, _ state: State) -> FlakyMark? {
    mark ?? (state.firstScope == nil ? trait : nil)
  }

  private func mostReruns(_ flakiness: FlakyMark) -> Int { min(trait?.maxRetryCount ?? .max, flakiness.maxRetryCount) }
}

extension TestRun {
  /// The issues of this run and of earlier ones that are not in the result.
  private var issuesToReport: [TestIssue] {
    let issues = state.withLock { $0.issues }.map { (issue: $0.issue, number: $0.run) }
    return issues.distinct("run", of: "the test", of: number)
  }

  /// Ends the run, and returns whether the test must run again.
  func end(wasSkipped: Bool) -> Bool {
    let runsAgain = conclude(wasSkipped: wasSkipped)
    // Code of the test may call `exit` before the next run begins, so until then this run keeps its issues.
    if !runsAgain { Self.unfinished.withLock { $0.removeAll { $0.id == id } } }
    return runsAgain
  }

  // Issues that were held back are forgiven only if the last run succeeds: it neither fails nor is skipped, and no
  // step in it was cancelled. Otherwise each distinct issue is recorded, with the numbers of its runs.
  private func conclude(wasSkipped: Bool) -> Bool {
    for issue in abandon() {
      fail(with: issue)
      Dependencies.current.emitNotWithheld(issue.text, .testIsOver, in: identity)
      issue.report(in: self)
    }
    let state = state.withLock { $0 }
    guard let mark = trait ?? state.issues.lazy.compactMap(\.mark).first ?? state.firstScope else { return false }
    let own = state.issues.filter { $0.run == number }
    let hasFailed = state.issues.contains { $0.issue.isInResult || flakiness($0.mark, state) == nil }
    let runsAgain = !hasFailed && !wasSkipped && !own.isEmpty
    let succeeds = !hasFailed && !wasSkipped && own.isEmpty && !state.hasCancelledStep
    if !runsAgain, !succeeds { issuesToReport.forEach { $0.report(in: self) } }

    let now = Dependencies.current.timekeeper.now()
    func report(of issues: [RunIssue], since begin: Duration, succeeds: Bool) -> FlakyTestReport {
      // An issue outside the flaky scopes decides, if there is one.
      let cause = issues.first { flakiness($0.mark, state) == nil } ?? issues.first
      let decisive = cause == nil ? mark : flakiness(cause?.mark, state)
      let failure = decisive == nil || issues.isEmpty ? StepOutcome.aborted(.byIssue) : .exhausted
      let runs = issues.filter { $0.issue.key == cause?.issue.key }.map(\.run)
      return FlakyTestReport(
        last: Attempt(number: number, retriesRemaining: max(0, mostReruns(decisive ?? mark) - rerun)),
        outcome: !succeeds ? failure : rerun == 0 ? .passed : .recovered(by: .retrying),
        wasSkipped: issues.isEmpty && !succeeds,
        runsAgain: runsAgain,
        cause: cause?.issue.text,
        flakiness: decisive?.flakiness,
        start: begin,
        elapsed: now - begin,
        lastRun: now - start,
        runsOfCause: Set(runs).sorted()
      )
    }
    if !own.isEmpty {
      let run = report(of: own, since: start, succeeds: false)
      for issue in own where runsAgain {
        mark.emit(.issueWithheld(issue.issue.text, run.last), in: identity, id: id)
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

extension TestRun {
  /// Shared by all tests of Swift Testing without a trait; it ends with the process.
  private static let ofSwiftTesting: TestRun = {
    let test = TestRun()
    test.reportAtProcessEnd()
    return test
  }()

  private static let unfinished: Locked<[TestRun]> = {
    ProcessEnd.add {
      for test in unfinished.withLock({ $0 }) where test.testCase?.isRunning != false {
        for issue in test.abandon() + test.issuesToReport {
          ProcessEnd.fail("\(issue.place): error: \(issue.message) (held back until the process ended)")
        }
      }
    }
    return Locked([])
  }()

  /// The code of a test may call `exit` while the run holds issues back; it has those of earlier runs too.
  func reportAtProcessEnd() { Self.unfinished.withLock { $0 = $0.filter { $0.id != id } + [self] } }

  /// A stand-in for a test that has ended, or for an earlier run of it.
  private static func ended(before next: TestRun? = nil) -> TestRun {
    let test = TestRun()
    _ = test.abandon()
    test.state.withLock { $0.next = next }
    return test
  }

  /// The test that a step starts in; `nil` if it is not known.
  static func ofStep(
    of testCase: XCTestCase?,
    inside parent: AttemptScope?,
    _ around: StepEnvironment,
    isInSwiftTesting: Bool
  ) -> TestRun? {
    if let test = parent?.test, testCase == nil || testCase === test.instance { return test }
    if isInSwiftTesting { return around.flakyRun ?? ofSwiftTesting }
    guard let testCase else { return current }
    guard let test = see(testCase) else { return testCase.testRun?.stopDate == nil ? nil : ended() }
    return test.instance === testCase || !test.withholds ? test : ended(before: test)
  }
}

extension TestRun {
  /// - Returns: `false` if the run has ended.
  func begin(_ attempt: AttemptScope) -> Bool {
    state.withLock { state in
      if !state.hasEnded { state.attempts.append(attempt) }
      return !state.hasEnded
    }
  }

  func attempts(of step: StepID) -> [AttemptScope] { state.withLock { $0.attempts.filter { $0.step.id == step } } }

  func forget(_ attempt: AttemptScope) {
    state.withLock { state in
      if let index = state.attempts.lastIndex(where: { $0 === attempt }) { state.attempts.remove(at: index) }
    }
  }

  /// Ends the open attempts, and returns the issues of unfinished steps, which must be reported.
  func abandon() -> [TestIssue] {
    let attempts = state.withLock { state in
      defer { (state.hasEnded, state.attempts) = (true, []) }
      return state.attempts
    }
    for attempt in attempts { attempt.end(.testIsOver) }
    return Dictionary(grouping: attempts, by: \.step.id).sorted { $0.key.number < $1.key.number }
      .flatMap { $0.value.takeDistinct(ofAttempts: $0.value.last?.attempt.number ?? 1) }
  }
}

/// Ends a run of a test: a flaky scope recorded an error and throws this one instead, which the library drops.
struct RunEnded: Error, CustomStringConvertible {
  /// XCTest on Linux passes on only this text, and prints it.
  var description: String { "the error that left a flaky scope ended this run" }
}

// An error of a step has a place; XCTest on Linux knows none.
extension TestRun {
  func record(_ error: any Error, at callSite: CallSite? = nil) {
    if let testCase {
      testCase.record(.thrown(error, at: place(of: error) ?? callSite))
    } else if let callSite {
      error.record(at: callSite.sourceLocation)
    }
  }

  func noteThrown(_ error: any Error, at callSite: CallSite) {
    // Several, because steps may run side by side; few, because a test may run many of them.
    state.withLock { $0.thrown = $0.thrown.suffix(15) + [(error, callSite)] }
  }

  /// The place of the step that threw the error.
  func place(of error: any Error) -> CallSite? {
    if let exhausted = error as? RetryExhausted { return exhausted.report.step.failureSite }
    return thrown { type(of: $0) == type(of: error) && $0.text == error.text }?.callSite
  }

  // Errors have no identity, so another error that reads the same is taken for that of the step.
  func thrown(where matches: (any Error) -> Bool) -> (error: any Error, callSite: CallSite)? {
    state.withLock { $0.thrown }.last { matches($0.error) }
  }

  /// Whether this run already recorded the failure behind `error`, and will hold back or report both alike.
  ///
  /// - Parameter scope: The flaky scope that the error leaves; `nil` if the error ends the test.
  func hasFailure(of error: any Error, in scope: FlakyScope? = nil) -> Bool {
    if let report = (error as? RetryExhausted)?.report {
      if report.isFailureExpected { return false }
      guard report.failsTest || report.outcome.abortion?.isReported == true else { return false }
    } else if !error.standsForIssue {
      return false
    }
    let place = (error as? ExpectationFailedError)?.expectation.sourceLocation.place
    return state.withLock { state in
      let mayForgive = mayKeep(scope?.mark, state)
      return state.issues.dropFirst(scope?.issuesBefore ?? 0).contains { issue in
        issue.run == number && (issue.issue.isInResult || mayForgive) && (place == nil || issue.issue.place == place)
      }
    }
  }
}

extension Error {
  /// Swift Testing would treat the error of a failed requirement as a misuse, so other text is recorded for it.
  func record(at location: SourceLocation) {
    guard let requirement = (self as? ExpectationFailedError)?.expectation else {
      return _ = Issue.record(self, sourceLocation: location)
    }
    let place = requirement.sourceLocation.place
    Issue.record("the requirement at \(place), which a step had forgiven, ended the test", sourceLocation: location)
  }
}
