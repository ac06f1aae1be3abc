internal import Foundation
internal import XCTest

/// A running test of XCTest whose issues can be withheld.
///
/// A table holds it, and not the test case, so that base classes need no common superclass.
final class WithholdingTest: Sendable {
  private struct State {
    var run: TestRun
    /// The instance that runs the test again, if XCTest runs each only once.
    ///
    /// It is strong, as a weak one would slow each step.
    var instance: XCTestCase?
    var isConsulted = false
    var passedOn: PassedOn?
  }

  /// An issue that was passed on to XCTest; a further override may hand it in again before XCTest counts it.
  private struct PassedOn: Equatable {
    let thread: ObjectIdentifier
    let text: String
    let failures: Int
  }

  nonisolated(unsafe) let testCase: XCTestCase
  let canRunAgain: Bool
  /// The override of `invokeTest()`.
  private let callSite: CallSite
  private nonisolated(unsafe) let testRun: XCTestRun?
  private let failuresBefore: Int
  private let state: Locked<State>

  private init(_ testCase: XCTestCase, canRunAgain: Bool, _ callSite: CallSite) {
    self.testCase = testCase
    self.canRunAgain = canRunAgain
    self.callSite = callSite
    testRun = testCase.testRun
    failuresBefore = testRun?.totalFailureCount ?? 0
    state = Locked(State(run: TestRun(RunHistory(at: World.current.timekeeper.now()))))
  }

  var run: TestRun { state.withLock { $0.run } }

  /// The ledger of the run of an instance; nil if its run is over and another instance runs the test again.
  func ledger(of instance: XCTestCase) -> TestLedger? {
    state.withLock { state in
      if let current = state.instance, current !== instance { return nil }
      return state.run.ledger
    }
  }

  private var failures: Int { testRun?.totalFailureCount ?? 0 }

  /// Runs the test once, in fresh surroundings.
  ///
  /// On Apple platforms a failed assertion with `continueAfterFailure = false` unwinds past Swift frames and leaves the
  /// old ones behind.
  ///
  /// - Parameter instance: The test case, or another instance for a re-run.
  func perform(on instance: XCTestCase, _ invokeTest: () -> Void) {
    exchange(instance)
    goesOn()
    let surroundings = Surroundings(world: Surroundings.current.world)
    Surroundings.$current.withValue(surroundings, operation: invokeTest)
  }

  private func goesOn() {
    let (run, instance) = state.withLock { ($0.run, $0.instance ?? testCase) }
    run.ledger.begin(instance)
    RunningTestCase.runs(instance)
  }

  private func exchange(_ instance: XCTestCase?) {
    // Released outside the lock, because a deinit may take it.
    _ = state.withLock { state in
      defer { state.instance = instance }
      return state.instance
    }
  }

  /// Ends a run.
  ///
  /// - Returns: True if another run follows.
  func runsAgain(after testRun: XCTestRun?) -> Bool {
    let run = run
    failIfBypassed(run)
    for issue in run.ledger.abandon() {
      World.current.emitNotWithheld(issue.text, .testIsOver, in: .current(testCase))
      issue.report()
    }
    let end = run.end(wasSkipped: testRun?.hasBeenSkipped ?? false)
    if end.action == .rerun {
      var history = run.history
      history.rerunBegins(at: World.current.timekeeper.now(), after: end)
      let next = TestRun(history, after: end.mark)
      state.withLock { $0.run = next }
    }
    return end.conclude(in: .current(testCase))
  }

  private static let bypassed =
    "withholdingIssues is only one of two calls: an issue has reached XCTest, and no override has handed it to withholds. "
    + "Override record(_:) too, on Linux recordFailure(withDescription:inFile:atLine:expected:)."

  /// Fails a test whose class announces its runs but never hands in its issues: none of them could be withheld.
  private func failIfBypassed(_ run: TestRun) {
    if failures == failuresBefore || state.withLock({ $0.isConsulted }) { return }
    run.fails(with: WithheldIssue(message: Self.bypassed, place: callSite.place) { _ in })
    let failure = TestFailure(message: Self.bypassed, callSite: callSite, test: .current(testCase), kind: .gate)
    World.current.recordFailure(failure)
  }

  /// Decides about an issue that XCTest hands on.
  ///
  /// - Returns: True if it is kept out of the result.
  func withholds(_ issue: WithheldIssue) -> Bool {
    let passing = PassedOn(
      thread: ObjectIdentifier(Thread.current),
      text: issue.text,
      failures: failures
    )
    let (run, isDecided) = state.withLock { state in
      state.isConsulted = true
      return (state.run, state.passedOn == passing)
    }
    if isDecided || withholds(issue, run) { return !isDecided }
    state.withLock { $0.passedOn = passing }
    return false
  }

  private func withholds(_ issue: WithheldIssue, _ run: TestRun) -> Bool {
    let surroundings = Surroundings.current
    let places = surroundings.places(in: run)
    while true {
      let isSomethingOpen = run.ledger.isSomethingOpen
      let origin = IssueOrigin(surroundings, places, canBeReplayed: true, isSomethingOpen: isSomethingOpen)
      switch IssueOwner(of: origin) {
      case .place(let index):
        // A place that has just ended decides differently in the next round.
        guard places[index].keeps(issue) else { continue }
        OwnFailure.current?.take()
        return true
      case .test(let reason, after: _):
        run.fails(with: issue)
        if let reason { World.current.emitNotWithheld(issue.text, reason, in: .current(testCase)) }
        return false
      case .unaffected: return false
      }
    }
  }
}

extension WithholdingTest {
  /// The running tests, from the outermost in; usually one.
  private static let tests = Locked<[WithholdingTest]>([])

  /// The running test of a test case, or of one of its re-runs.
  static func of(_ testCase: XCTestCase) -> WithholdingTest? {
    tests.withLock { tests in tests.last { $0.isRun(by: testCase) } }
  }

  /// Begins a test.
  ///
  /// - Returns: Nil if an override further down has begun it already.
  static func begin(_ testCase: XCTestCase, canRunAgain: Bool, _ callSite: CallSite) -> WithholdingTest? {
    let test = WithholdingTest(testCase, canRunAgain: canRunAgain, callSite)
    // Released outside of the lock, because a deinit may take it.
    let (_, isNew) = tests.withLock { tests in
      let before = tests
      // On Apple platforms a test may have ended by unwinding past Swift frames.
      tests.removeAll { $0.testRun?.stopDate != nil }
      let isNew = !tests.contains { $0.isRun(by: testCase) }
      if isNew { tests.append(test) }
      return (before, isNew)
    }
    if isNew { RunningTestCase.begin(testCase) }
    return isNew ? test : nil
  }

  func end() {
    let outer = Self.tests.withLock { tests in
      tests.removeAll { $0 === self }
      return tests.last
    }
    RunningTestCase.end(testCase)
    if let outer { outer.goesOn() } else { TestLedger.end() }
    exchange(nil)
  }

  private func isRun(by testCase: XCTestCase) -> Bool {
    self.testCase === testCase || state.withLock { $0.instance === testCase }
  }
}
