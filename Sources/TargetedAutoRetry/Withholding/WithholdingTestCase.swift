internal import Foundation
internal import XCTest

/// A running test case whose issues can be withheld; a table holds it, so that base classes need no superclass.
final class WithholdingTestCase: Sendable {
  private struct State {
    var run = TestRun()
    var isConsulted = false
    /// The last issue that was passed on, as a further override may hand it in again before XCTest counts it.
    var passedOn: String?
  }

  nonisolated(unsafe) let testCase: XCTestCase
  /// The override of `invokeTest()`.
  private let callSite: CallSite
  private nonisolated(unsafe) let xctestRun: XCTestRun?
  private let failuresBefore: Int
  private let state = Locked(State())

  /// Begins a test; nil if an override further down has begun it already.
  init?(_ testCase: XCTestCase, _ callSite: CallSite) {
    if Self.of(testCase) != nil { return nil }
    self.testCase = testCase
    self.callSite = callSite
    xctestRun = testCase.testRun
    failuresBefore = xctestRun?.totalFailureCount ?? 0
    RunningTestCase.begin(testCase, withholder: self)
  }

  /// The running test of a test case, or of one of its re-runs.
  static func of(_ testCase: XCTestCase) -> WithholdingTestCase? { RunningTestCase.of(testCase)?.withholding }

  var run: TestRun { state.withLock { $0.run } }

  private var failures: Int { xctestRun?.totalFailureCount ?? 0 }

  func perform(on instance: XCTestCase, _ invokeTest: () -> Void) {
    RunningTestCase.run(instance)
    EndedTests.end(instance, by: nil)
    // On Apple platforms a failed assertion may have unwound past Swift frames, and left its surroundings behind.
    let surroundings = Surroundings(world: Surroundings.current.world)
    Surroundings.$current.withValue(surroundings, operation: invokeTest)
  }

  /// Ends a run; true if another follows.
  func endRun(_ xctestRun: XCTestRun?) -> Bool {
    failIfBypassed()
    let next = run.end(wasSkipped: xctestRun?.hasBeenSkipped ?? false, in: .current(testCase))
    if let next { state.withLock { $0.run = next } }
    return next != nil
  }

  private static let bypassed =
    "withholdingIssues is only one of two calls: an issue has reached XCTest, and no override has handed it to withholds. "
    + "Override record(_:) too, on Linux recordFailure(withDescription:inFile:atLine:expected:)."

  /// Fails a test whose class announces its runs but never hands in its issues: none of them could be withheld.
  private func failIfBypassed() {
    if failures == failuresBefore || state.withLock({ $0.isConsulted }) { return }
    run.fail(with: WithheldIssue(message: Self.bypassed, place: callSite.place) { _ in })
    _ = World.current.recordFailure(TestFailure(message: Self.bypassed, callSite: callSite, kind: .gate))
  }

  /// Decides about an issue that XCTest hands on; true if it is kept out of the result.
  func decide(about issue: WithheldIssue) -> Bool {
    let passing = "\(ObjectIdentifier(Thread.current)) \(failures) \(issue.text)"
    let (run, isDecided) = state.withLock { state in
      state.isConsulted = true
      return (state.run, state.passedOn == passing)
    }
    if isDecided { return false }
    let surroundings = Surroundings.current
    let places = surroundings.places(in: run)
    while true {
      let isSomethingOpen = run.isSomethingOpen
      let origin = IssueOrigin(of: issue, surroundings, places, canBeReplayed: true, isSomethingOpen: isSomethingOpen)
      switch IssueOwner(of: origin) {
      case .place(let index):
        // A place that has just ended decides differently in the next round.
        guard places[index].keep(issue) else { continue }
        return true
      case .test(let reason):
        var mark: FlakyMark?
        if case .run(_, let scope)? = places.last, origin.isPassedOn(by: places.count - 1) { mark = scope?.mark }
        run.fail(with: issue, of: mark)
        if let reason { World.current.emitNotWithheld(issue.text, reason, in: .current(testCase)) }
      case .unaffected: break
      }
      state.withLock { $0.passedOn = passing }
      return false
    }
  }
}

extension RunningTestCase {
  var withholding: WithholdingTestCase? { withholder as? WithholdingTestCase }
}

extension TestRun {
  /// The run of all tests of Swift Testing without a trait; it ends with the process, as nothing tells when a test ends.
  private static let ofSwiftTesting: TestRun = {
    ProcessEnd.add {
      ofSwiftTesting.abandon().map { "\($0.place): error: \($0.message) (\(NotWithheld.testIsOver.rawValue))" }
    }
    return TestRun()
  }()
  private static let over: TestRun = {
    let run = TestRun()
    _ = run.abandon()
    return run
  }()

  /// The run that a step begins in; nil if issues cannot be withheld.
  static func ofStep(of testCase: XCTestCase?, in surroundings: Surroundings, isInSwiftTesting: Bool) -> TestRun? {
    if isInSwiftTesting { return surroundings.flakyRun ?? ofSwiftTesting }
    guard let testCase else { return RunningTestCase.current?.withholding?.run }
    if let running = RunningTestCase.of(testCase), let test = running.withholding {
      return running.instance === testCase ? test.run : over
    }
    return testCase.testRun?.stopDate == nil ? nil : over
  }
}
