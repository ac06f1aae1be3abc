internal import Testing
internal import XCTest

/// One run of a test: its issues, which arrive from any thread, its open attempts and its end.
///
/// A test has several if its keeper wants them. All tests of Swift Testing whose end no trait tells share one.
final class TestRun: Sendable {
  struct RunIssue {
    let issue: TestIssue
    /// The mark of the place that keeps it, or that passed it on.
    let mark: Features.Keeper.Mark?
  }

  struct State {
    var identity: TestIdentity?
    /// The issues in the result, and those that a place other than an attempt keeps.
    var issues: [RunIssue] = []
    /// The places of issues that a step or an earlier run has forgiven.
    var forgiven: Set<String> = []
    var openAttempts = 0
    /// The attempts that hold something back until their step has finished.
    var holding: [StepID: [AttemptScope]] = [:]
    /// The other places that are open.
    var openPlaces: Set<ObjectIdentifier> = []
    var hasEnded = false
    /// Whether an error that is recorded already ended it.
    var isCutShort = false
    /// The text of the last error that a place threw to end the run.
    var ending: String?
    /// Whether the base class calls `holdBack`: this library's do, and any other does once it has.
    var callsHoldBack = false
    /// The latest errors that steps threw, each of which may end the test.
    var thrown: [ThrownError] = []
    var failedStep: Step?
    /// The last issue that went on to XCTest; a superclass's override may hand it in again before XCTest counts it.
    var passedOn: String?
  }

  /// The test case that XCTest knows; `nil` in Swift Testing.
  nonisolated(unsafe) let testCase: XCTestCase?
  /// The instance that runs the test: the test case, or in a later run another one.
  nonisolated(unsafe) let instance: XCTestCase?
  /// Whether an override of `invokeTest()` announced the test, so that issues of the test case can be held back.
  let isAnnounced: Bool
  /// All runs of a test share it.
  let keeper: Features.Keeper
  let outside: StepEnvironment
  let state: Locked<State>

  init(
    _ testCase: XCTestCase? = nil,
    on instance: XCTestCase? = nil,
    as identity: TestIdentity? = nil,
    isAnnounced: Bool = false,
    callsHoldBack: Bool = false,
    keptBy keeper: Features.Keeper = Features.Keeper()
  ) {
    self.testCase = testCase
    self.instance = instance ?? testCase
    self.isAnnounced = isAnnounced
    self.keeper = keeper
    outside = .around(testCase)
    state = Locked(State(identity: identity, callsHoldBack: callsHoldBack))
  }

  /// `nil` if the test case is not running, and for the tests of Swift Testing without a trait.
  var identity: TestIdentity? {
    if let known = state.withLock({ $0.identity }) { return known }
    // Making its names is expensive, and most tests need none.
    let identity = instance.flatMap(TestIdentity.init)
    state.withLock { $0.identity = identity }
    return identity
  }

  /// The child of an exit test may end at any moment, and then nothing could record what it held back.
  var withholds: Bool { (testCase == nil || isAnnounced) && !Test.isInExitTest }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  var isCutShort: Bool { state.withLock { $0.isCutShort } }

  /// The name of the test if it has ended too; if it has not, another run of it may follow.
  var endedTest: String? { hasEnded && testCase?.isRunning != true ? testCase?.name ?? identity?.name ?? "" : nil }

  var failures: Int { testCase?.testRun?.totalFailureCount ?? 0 }

  var isSomethingOpen: Bool {
    state.withLock { !$0.openPlaces.isEmpty || ($0.openAttempts > 0 && !$0.hasEnded) }
  }
}

extension TestRun {
  /// Notes an issue of a place, which the place keeps out of the result unless the run has ended.
  ///
  /// - Returns: Whether it is kept.
  func note(_ issue: TestIssue, mark: Features.Keeper.Mark? = nil, isKept: Bool = false) -> Bool {
    state.withLock { state in
      let isKept = isKept && !state.hasEnded
      state.issues.append(RunIssue(issue: isKept ? issue : issue.inResult, mark: mark))
      return isKept
    }
  }

  var issueCount: Int { state.withLock { $0.issues.count } }

  func hasIssue(at place: String, after count: Int) -> Bool {
    state.withLock { $0.issues.dropFirst(count).contains { $0.issue.place == place } }
  }

  func noteForgiven(_ places: [String]) {
    let keys = places.map(keyOfForgiven)
    state.withLock { $0.forgiven.formUnion(keys) }
  }

  /// A helper may be forgiven in one test and fail in another.
  private func keyOfForgiven(_ place: String) -> String {
    let isShared = testCase == nil && state.withLock { $0.identity } == nil
    return isShared ? "\(Test.current.map { "\($0.id) " } ?? "")\(place)" : place
  }

  func open(_ place: any IssuePlace) { state.withLock { _ = $0.openPlaces.insert(ObjectIdentifier(place)) } }

  func close(_ place: any IssuePlace) { state.withLock { _ = $0.openPlaces.remove(ObjectIdentifier(place)) } }

  func isOpen(_ place: any IssuePlace) -> Bool {
    state.withLock { !$0.hasEnded && $0.openPlaces.contains(ObjectIdentifier(place)) }
  }

  /// Shared by all tests of Swift Testing whose end no trait tells; it ends with the process.
  private static let ofSwiftTesting: TestRun = {
    let test = TestRun()
    ProcessEnd.watch(test)
    return test
  }()

  /// A stand-in for a test that has ended, or for an earlier run of a test that is running again.
  private static func ended(_ testCase: XCTestCase?, keptBy keeper: Features.Keeper = Features.Keeper()) -> TestRun {
    let ended = TestRun(testCase, isAnnounced: true, keptBy: keeper)
    _ = ended.abandon()
    return ended
  }

  /// The test that a step starts in; `nil` if it is not known.
  static func ofStep(
    of testCase: XCTestCase?,
    inside parent: AttemptScope?,
    _ around: StepEnvironment,
    isInSwiftTesting: Bool
  ) -> TestRun? {
    if let test = parent?.test, testCase == nil || testCase === test.instance { return test }
    if isInSwiftTesting { return around.run ?? ofSwiftTesting }
    // A task may outlive the test that started it.
    guard let testCase else { return around.run ?? current }
    let known = testCase.knownToXCTest
    guard let test = see(known) else { return known.testRun?.stopDate == nil ? nil : ended(known) }
    return test.instance === testCase || !test.withholds ? test : ended(test.testCase, keptBy: test.keeper)
  }

  func beginAttempt() { state.withLock { $0.openAttempts += 1 } }

  func endAttempt() { state.withLock { $0.openAttempts -= 1 } }

  /// Notes that the attempt holds something back for the first time.
  ///
  /// - Returns: `false` if the run has ended.
  func beginHolding(in attempt: AttemptScope) -> Bool {
    state.withLock { state in
      if !state.hasEnded { state.holding[attempt.step.id, default: []].append(attempt) }
      return !state.hasEnded
    }
  }

  func forgetAttempts(of step: StepID) { state.withLock { $0.holding[step] = nil } }

  /// Reports what steps that have not finished hold back.
  func end() {
    for issue in abandon() {
      _ = note(issue)
      Dependencies.current.emitNotWithheld(issue.text, .testIsOver, in: identity)
      issue.report(in: self)
    }
  }

  /// Ends the run, and returns the issues of unfinished steps, which must be reported.
  func abandon() -> [TestIssue] {
    let attempts = state.withLock { state in
      defer { (state.hasEnded, state.holding) = (true, [:]) }
      return state.holding.sorted { $0.key.number < $1.key.number }.map(\.value)
    }
    for attempt in attempts.joined() { attempt.end(.testIsOver) }
    return attempts.flatMap { $0.takeIssuesByLine() }
  }
}

/// The error that ends a run after a place has recorded the original error.
///
/// At the end of that run the library drops it. Anywhere else, such as in a later run, it is an error like any other.
struct RunEnded: Error, CustomStringConvertible {
  let run: TestRun
  let error: any Error

  /// XCTest on Linux passes on only this text, and prints it.
  var description: String { "\(error.text) (it had left a flaky scope)" }
}

extension TestRun {
  func ending(by error: any Error) -> RunEnded {
    let ending = RunEnded(run: self, error: error)
    state.withLock { $0.ending = ending.description }
    return ending
  }

  func isEnding(_ error: any Error) -> Bool { (error as? RunEnded)?.run === self }
}

extension TestRun {
  /// An assertion that expects an error sees none of a step, which records its failure instead.
  func hintAtMissingError(_ failure: String) {
    guard failure.hasPrefix("XCTAssertThrowsError failed: did not"), let step = state.withLock({ $0.failedStep }) else {
      return
    }
    let hint = Hint.throwsNothing(step.callSite.pathAndLine)
    Dependencies.current.hint(hint, RetryEvent(.hint(hint), of: step, in: identity))
  }
}

// An error of a step has a place; XCTest on Linux knows none.
extension TestRun {
  func record(_ error: any Error, at callSite: CallSite? = nil) {
    if let testCase {
      let thrown = thrown(error)
      testCase.record(.thrown(error, at: thrown?.callSite ?? callSite, note: thrown?.note ?? ""))
    } else if let callSite {
      error.record(at: callSite.sourceLocation)
    }
  }

  func noteThrown(_ error: any Error, at callSite: CallSite, _ note: String = "") {
    let thrown = ThrownError(error: error, callSite: callSite, note: note)
    // Several, because steps may run side by side; few, because a test may run many of them.
    state.withLock { $0.thrown = $0.thrown.suffix(15) + [thrown] }
  }

  /// The error as a step threw it; `nil` if none did.
  func thrown(_ error: any Error) -> ThrownError? {
    let thrown = thrown { type(of: $0) == type(of: error) && $0.text == error.text }
    guard let step = (error as? RetryExhausted)?.report.step else { return thrown }
    return ThrownError(error: error, callSite: step.failureSite, note: thrown?.note ?? "")
  }

  // Errors have no identity, so another error that reads the same is taken for that of the step.
  func thrown(where matches: (any Error) -> Bool) -> ThrownError? {
    state.withLock { $0.thrown }.last { matches($0.error) }
  }

  /// Whether nothing has to be recorded for `error`: its failure is in the result, or is kept with it.
  ///
  /// - Parameters:
  ///   - place: The place that the error leaves; `nil` if the error ends the test.
  ///   - count: The number of issues before the place.
  func hasFailure(of error: any Error, in place: (any IssuePlace)? = nil, after count: Int = 0) -> Bool {
    let state = state.withLock { $0 }
    // A place that may forgive the error forgives the issues that it keeps with it.
    let mayForgive = place?.standing(canBeRecordedAgain: true, in: nil) == .keeps
    let issues = state.issues.dropFirst(count).map(\.issue).filter { $0.isInResult || mayForgive }
    if let report = (error as? RetryExhausted)?.report { return report.hasRecordedFailure && !issues.isEmpty }
    // Nothing was recorded for any other error that does not stand for an issue.
    guard error.standsForIssue else { return false }
    // The framework recorded the issue of a requirement before it threw. Only a forgiven issue has to be recorded again:
    // one that the author expects never gets here. If its line is not known, any issue may be that of the requirement.
    let line = error.lineOfRequirement
    let isRecorded = issues.contains { line == nil || $0.place == line }
    let isForgiven = line.map { state.forgiven.contains(keyOfForgiven($0)) } ?? !state.forgiven.isEmpty
    return isRecorded || !isForgiven
  }
}

/// An error that a step threw, with the place to report it at.
struct ThrownError {
  let error: any Error
  let callSite: CallSite
  /// What to add to the text of the error; empty for most errors.
  let note: String
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

/// What a room adds to the runs of a test: places that keep issues out of the result, and further runs.
protocol RunKeeper: AnyObject, Sendable {
  /// What the keeper knows about a place; a run stores it with the issues of the place.
  associatedtype Mark: Sendable

  init()

  /// Notes that a run of a test case begins.
  func begin(_ run: TestRun)

  /// Ends the run of a test case, whose code has returned, and performs the runs that follow.
  func end(_ run: TestRun, repeating invokeTest: () -> Void)

  /// Notes that a step was canceled and not run again, so that the run does not forgive any issue.
  func noteCancellation()

  /// What this run and earlier ones keep out of the result, in case the process ends.
  func issuesToReport(in run: TestRun) -> [TestIssue]
}

/// The keeper of a library that runs each test once.
final class SingleRun: RunKeeper {
  typealias Mark = Never

  func begin(_ run: TestRun) {}

  func end(_ run: TestRun, repeating invokeTest: () -> Void) {
    run.end()
    ProcessEnd.forget(run)
  }

  func noteCancellation() {}

  func issuesToReport(in run: TestRun) -> [TestIssue] { [] }
}
