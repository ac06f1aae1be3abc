internal import Foundation
internal import XCTest

/// The attempts and flaky scopes of one run of a test that are open or have withheld issues.
///
/// Issues arrive from any thread.
final class TestLedger: Sendable {
  private struct State {
    /// True if new attempts withhold nothing.
    var isOver: Bool
    /// The attempts that are open, or whose steps have not settled their issues.
    var attempts: [AttemptIssues] = []
    var openScopes = 0
    /// The last step that an error has ended, and the error.
    var stopped: (error: SameError, step: EndedStep)?
    var hasCancelledStep = false
  }

  let framework: RunningTest.Framework
  private let state: Locked<State>

  init(_ framework: RunningTest.Framework, isOver: Bool = false) {
    self.framework = framework
    state = Locked(State(isOver: isOver))
  }

  /// True if an attempt or a flaky scope is open.
  var isSomethingOpen: Bool {
    let (scopes, attempts) = state.withLock { ($0.openScopes, $0.attempts) }
    return scopes > 0 || attempts.contains(where: \.isOpen)
  }

  func flakyScopeBegins() { state.withLock { $0.openScopes += 1 } }

  func flakyScopeEnds() { state.withLock { $0.openScopes -= 1 } }

  /// - Returns: False if the run is over.
  func begin(_ attempt: AttemptIssues) -> Bool {
    state.withLock { state in
      if !state.isOver { state.attempts.append(attempt) }
      return !state.isOver
    }
  }

  /// Settles the issues of attempts.
  func settle(_ attempts: [AttemptIssues]) {
    // Released outside of the lock, because a deinit may take it.
    _ = state.withLock { state in
      let before = state.attempts
      state.attempts.removeAll { attempt in attempts.contains { $0 === attempt } }
      return before
    }
  }

  /// Notes an error that ended a step and goes on to the caller.
  func errorLeavesStep(_ error: SameError, _ step: EndedStep) {
    // Only XCTest needs the place of such an error.
    if framework == .xctest { state.withLock { $0.stopped = (error, step) } }
  }

  func step(endedBy error: any Error) -> EndedStep? {
    let stopped = state.withLock { $0.stopped }
    let step = stopped?.error.matches(error) == true ? stopped?.step : nil
    guard step?.part == nil, let error = error as? RetryExhausted else { return step }
    return EndedStep(error)
  }

  /// True if a step of the run has ended by cancellation, and no step around it has run it again.
  ///
  /// The step has neither failed nor succeeded, so the run forgives nothing.
  var hasCancelledStep: Bool { state.withLock { $0.hasCancelledStep } }

  func noteCancellation() { state.withLock { $0.hasCancelledStep = true } }

  /// Ends a run whose steps may still be open.
  ///
  /// - Returns: The withheld issues that no step has settled, to be reported.
  func abandon() -> [WithheldIssue] {
    let attempts = state.withLock { state in
      defer { (state.isOver, state.attempts) = (true, []) }
      return state.attempts
    }
    attempts.forEach { $0.end(.testIsOver) }
    let steps = Dictionary(grouping: attempts, by: \.step).sorted { $0.key.number < $1.key.number }
    return steps.flatMap { _, attempts in
      let attempts = attempts.sorted { $0.number < $1.number }
      return attempts.takeDistinct(ofAttempts: attempts.last?.number ?? 1)
    }
  }
}

extension TestLedger {
  /// The ledger of Swift Testing, which announces no end of a test, except for the runs of a trait.
  ///
  /// What its steps still withhold when the process ends fails the process.
  private static let ofSwiftTesting: TestLedger = {
    atexit {
      FailuresOfNoTest.endProcess(
        with: ofSwiftTesting.abandon().map { "\($0.place): error: \($0.message) (\(NotWithheld.testIsOver.rawValue))" }
      )
    }
    return TestLedger(.swiftTesting)
  }()
  /// The ledger of the steps of test cases whose test is over.
  private static let ofTestsThatAreOver = TestLedger(.xctest, isOver: true)

  /// The ledger of a step that begins here; nil if issues cannot be withheld.
  ///
  /// - Parameter testCase: The conforming object, if it is a test case itself.
  static func forStep(of testCase: XCTestCase?, in surroundings: Surroundings, isInSwiftTesting: Bool) -> TestLedger? {
    if isInSwiftTesting { return surroundings.flakyRun?.ledger ?? ofSwiftTesting }
    guard let testCase else { return WithholdingTestCase.current?.run.ledger }
    if let test = WithholdingTestCase.of(testCase) { return test.ledger(of: testCase) ?? ofTestsThatAreOver }
    return testCase.testRun?.stopDate == nil ? nil : ofTestsThatAreOver
  }
}
