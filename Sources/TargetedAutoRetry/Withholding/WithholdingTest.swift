internal import Foundation
internal import XCTest

/// A test of XCTest that runs, and whose issues can be withheld: what its test case would have to remember.
///
/// A table has it and not the test case, so that a base class needs no superclass for it.
final class WithholdingTest: Sendable {
  private struct State {
    var run: TestRun
    /// The instance that runs the test again, where XCTest runs each once only; a weak one would make each step dearer.
    var instance: XCTestCase?
    var wasAsked = false
    var passedOn: PassedOn?
  }

  /// An issue that was passed on to XCTest: an override further up asks again, before XCTest counts it.
  private struct PassedOn: Equatable {
    let thread: ObjectIdentifier
    let text: String
    let failures: Int
    let attempt: ObjectIdentifier?
  }

  /// The one that XCTest knows.
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

  /// The run that is going on.
  var run: TestRun { state.withLock { $0.run } }

  /// That of the run that an instance is in; nil where its run is over, and another instance runs the test again.
  func ledger(of instance: XCTestCase) -> TestLedger? {
    state.withLock { state in
      if let current = state.instance, current !== instance { return nil }
      return state.run.ledger
    }
  }

  private var failures: Int { testRun?.totalFailureCount ?? 0 }

  /// Runs the test once, in nothing that a test before may have left behind.
  ///
  /// On Apple's platforms a failed assertion with `continueAfterFailure = false` leaves the test past all Swift code.
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
    // Let go of outside of the lock, as it may do anything then.
    _ = state.withLock { state in
      defer { state.instance = instance }
      return state.instance
    }
  }

  /// A run is over.
  ///
  /// - Returns: True if another follows.
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
    "withholdingIssues is only one of two calls: an issue has reached XCTest, and no override has asked withholds about it. "
    + "Override record(_:) too, on Linux recordFailure(withDescription:inFile:atLine:expected:)."

  /// A class that says when its test runs, and does not ask about issues, withholds none.
  private func failIfBypassed(_ run: TestRun) {
    if failures == failuresBefore || state.withLock({ $0.wasAsked }) { return }
    run.fails(with: WithheldIssue(message: Self.bypassed, place: callSite.place) { _ in })
    let failure = TestFailure(message: Self.bypassed, callSite: callSite, test: .current(testCase), kind: .gate)
    _ = World.current.recordFailure(failure)
  }

  /// Decides what becomes of an issue that XCTest hands on.
  ///
  /// - Returns: True if it is kept out of the result.
  func withholds(_ issue: WithheldIssue) -> Bool {
    let passing = PassedOn(
      thread: ObjectIdentifier(Thread.current),
      text: issue.text,
      failures: failures,
      attempt: Surroundings.current.step?.issues.map(ObjectIdentifier.init)
    )
    let (run, isDecided) = state.withLock { state in
      state.wasAsked = true
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
        // If it is over by now, it says so when it is asked again.
        guard places[index].keeps(issue) else { continue }
        OwnFailure.current?.take()
        return true
      case .test(let reason, after: _):
        run.fails(with: issue)
        if let reason { World.current.emitNotWithheld(issue.text, reason, in: .current(testCase)) }
        return false
      case .nobody: return false
      }
    }
  }
}

extension WithholdingTest {
  /// Those that run, from the outermost in: usually one.
  private static let tests = Locked<[WithholdingTest]>([])

  /// The test that a test case runs, or one of its re-runs.
  static func of(_ testCase: XCTestCase) -> WithholdingTest? {
    tests.withLock { tests in tests.last { $0.isRun(by: testCase) } }
  }

  /// A test begins.
  ///
  /// - Returns: Nil if it has begun before: an override further down has said so.
  static func begin(_ testCase: XCTestCase, canRunAgain: Bool, _ callSite: CallSite) -> WithholdingTest? {
    let test = WithholdingTest(testCase, canRunAgain: canRunAgain, callSite)
    // Released outside of the lock, because a deinit may take it.
    let (_, isNew) = tests.withLock { tests in
      let before = tests
      // On Apple's platforms one may have ended past all Swift code.
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
    if let outer {
      RunningTestCase.begin(outer.testCase)
      outer.goesOn()
    } else {
      TestLedger.end()
      RunningTestCase.end()
    }
    exchange(nil)
  }

  private func isRun(by testCase: XCTestCase) -> Bool {
    self.testCase === testCase || state.withLock { $0.instance === testCase }
  }
}
