internal import XCTest

/// The open attempts of one run of a test, and the withheld issues that are not settled yet.
///
/// An issue stays in the ledger until the step of its attempt has settled it. Issues arrive from any thread.
final class TestLedger: Sendable {
  enum Phase {
    case runs
    /// New attempts withhold nothing.
    case isOver
    /// Open attempts withhold nothing either.
    case isAbandoned
  }

  struct State {
    var phase = Phase.runs
    /// The number of open attempts and flaky scopes.
    var open = 0
    /// The attempts with withheld issues that their steps have not settled.
    var unsettled: [AttemptIssues] = []
    /// The last step that an error has ended, and the error.
    var stopped: (error: SameError, step: EndedStep)?
    var hasCancelledStep = false
  }

  let framework: RunningTest.Framework
  /// The lock, also of the issues of all attempts: locks of their own would cost each attempt two allocations.
  let state = Locked(State())

  init(_ framework: RunningTest.Framework) {
    self.framework = framework
  }

  /// True if an attempt or a flaky scope is open.
  var isSomethingOpen: Bool { state.withLock { $0.open > 0 } }

  func flakyScopeBegins() { state.withLock { $0.open += 1 } }

  func flakyScopeEnds() { state.withLock { $0.open -= 1 } }

  /// Settles the issues of the attempts of a step.
  func resolve(_ attempts: [AttemptIssues]) {
    // Released outside of the lock, because a deinit may take it.
    _ = state.withLock { state in
      let unsettled = state.unsettled
      state.unsettled.removeAll { attempt in attempts.contains { $0 === attempt } }
      return unsettled
    }
  }

  /// Notes an error that ended a step and goes on to the caller.
  func errorLeavesStep(_ error: SameError, _ step: EndedStep) {
    // Only XCTest needs the place of such an error.
    if framework == .xctest { state.withLock { $0.stopped = (error, step) } }
  }

  func step(endedBy error: any Error) -> EndedStep? {
    state.withLock { $0.stopped?.error.matches(error) == true ? $0.stopped?.step : nil }
  }

  /// True if a step of the run has ended by cancellation, and no step around it has run it again.
  ///
  /// The step has neither failed nor succeeded, so the run forgives nothing.
  var hasCancelledStep: Bool { state.withLock { $0.hasCancelledStep } }

  func noteCancellation() { state.withLock { $0.hasCancelledStep = true } }

  func close() { state.withLock { if $0.phase == .runs { $0.phase = .isOver } } }

  /// Ends a run whose steps may still be open.
  ///
  /// - Returns: The withheld issues that no step has settled, to be reported.
  func abandon() -> [WithheldIssue] {
    let attempts = state.withLock { state in
      defer { state.unsettled = [] }
      state.phase = .isAbandoned
      return state.unsettled
    }
    let steps = Dictionary(grouping: attempts, by: \.step).sorted { $0.key.number < $1.key.number }
    return steps.flatMap { _, attempts in
      let attempts = attempts.sorted { $0.number < $1.number }
      return attempts.takeDistinct(ofAttempts: attempts.last?.number ?? 1)
    }
  }
}

extension TestLedger {
  /// The ledger of Swift Testing, which announces no end of a test, except for the runs of a trait.
  private static let ofSwiftTesting = TestLedger(.swiftTesting)
  /// The ledger of the steps of test cases whose test is over.
  private static let ofTestsThatAreOver: TestLedger = {
    let ledger = TestLedger(.xctest)
    _ = ledger.abandon()
    return ledger
  }()

  /// The ledger of a step that begins here; nil if issues cannot be withheld.
  ///
  /// - Parameter testCase: The conforming object, if it is a test case itself.
  static func forStep(of testCase: XCTestCase?, in surroundings: Surroundings, isInSwiftTesting: Bool) -> TestLedger? {
    if isInSwiftTesting { return surroundings.testRun?.ledger ?? ofSwiftTesting }
    guard let testCase else { return WithholdingTestCase.current?.run.ledger }
    if let test = WithholdingTestCase.of(testCase) { return test.ledger(of: testCase) ?? ofTestsThatAreOver }
    return testCase.testRun?.stopDate == nil ? nil : ofTestsThatAreOver
  }
}
