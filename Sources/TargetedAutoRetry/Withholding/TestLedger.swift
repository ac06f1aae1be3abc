internal import XCTest

/// What is open in one run of a test, and what nobody has answered for yet.
///
/// Each issue of a test that may be withheld is in it until the step of its attempt has answered for it. Issues come from
/// any thread.
final class TestLedger: Sendable {
  enum Phase {
    case runs
    /// No attempt begins any more that withholds something.
    case isOver
    /// The attempts that are still open withhold nothing either.
    case isAbandoned
  }

  struct State {
    var phase = Phase.runs
    /// The number of attempts and flaky scopes that are open.
    var open = 0
    /// The attempts that have withheld something, until their steps have answered for it.
    var unsettled: [AttemptIssues] = []
    /// The last step that an error has ended, and that error.
    var stopped: (error: SameError, step: EndedStep)?
  }

  let framework: RunningTest.Framework
  /// The lock of the issues of all attempts, too: one of their own would cost each attempt two allocations.
  let state = Locked(State())

  init(_ framework: RunningTest.Framework) {
    self.framework = framework
  }

  var isOpen: Bool { state.withLock { $0.phase == .runs } }

  /// True if an attempt or a flaky scope is open.
  var isSomethingOpen: Bool { state.withLock { $0.open > 0 } }

  func flakyScopeBegins() { state.withLock { $0.open += 1 } }

  func flakyScopeEnds() { state.withLock { $0.open -= 1 } }

  /// The step has answered for the issues of its attempts.
  func resolve(_ attempts: [AttemptIssues]) {
    // Released outside of the lock, because a deinit may take it.
    _ = state.withLock { state in
      let unsettled = state.unsettled
      state.unsettled.removeAll { attempt in attempts.contains { $0 === attempt } }
      return unsettled
    }
  }

  /// An error that ended a step goes on to the caller.
  func errorLeavesStep(_ error: SameError, _ step: EndedStep) {
    // XCTest alone asks for its place.
    if framework == .xctest { state.withLock { $0.stopped = (error, step) } }
  }

  /// The step that the error has ended.
  func step(endedBy error: any Error) -> EndedStep? {
    state.withLock { $0.stopped?.error.matches(error) == true ? $0.stopped?.step : nil }
  }

  /// The run is over.
  func close() { state.withLock { if $0.phase == .runs { $0.phase = .isOver } } }

  /// The run is over before its steps.
  ///
  /// - Returns: What they have withheld and not answered for, to be reported.
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
  private struct Running {
    let testCase: ObjectIdentifier
    let ledger: TestLedger
  }

  /// That of the run of a test that withholds, which is going on.
  private static let running = Locked<Running?>(nil)
  /// Swift Testing tells nobody that a test is over, but for a run that a trait has started.
  private static let ofSwiftTesting = TestLedger(.swiftTesting)
  /// For the steps of test cases whose test is over.
  private static let ofTestsThatAreOver: TestLedger = {
    let ledger = TestLedger(.xctest)
    _ = ledger.abandon()
    return ledger
  }()

  /// The ledger for a step that begins here; nil where nobody keeps an issue out of the result.
  ///
  /// - Parameter testCase: The conforming object, where it is a test case itself.
  static func forStep(of testCase: XCTestCase?, in surroundings: Surroundings, isInSwiftTesting: Bool) -> TestLedger? {
    if isInSwiftTesting { return surroundings.testRun?.ledger ?? ofSwiftTesting }
    let running = running.withLock { $0 }
    guard let testCase, running?.testCase != ObjectIdentifier(testCase) else { return running?.ledger }
    if let test = WithholdingTest.of(testCase) { return test.ledger(of: testCase) ?? ofTestsThatAreOver }
    return testCase.testRun?.stopDate == nil ? nil : ofTestsThatAreOver
  }

  func begin(_ testCase: XCTestCase) {
    Self.running.withLock { $0 = Running(testCase: ObjectIdentifier(testCase), ledger: self) }
  }

  static func end() { running.withLock { $0 = nil } }
}

/// A test case that has its conformance in this library, and not an isolated one.
protocol OwnConformer: XCTestCase {
  var ownConformer: any TargetedAutoRetry { get }
}

extension XCTestCase {
  /// True if some module makes every test case conform: `extension XCTestCase: @retroactive TargetedAutoRetry {}`.
  ///
  /// Calls in such a module have the witnesses of that extension, which are the defaults, also where the class has members
  /// of its own and conforms by itself. So the class has to be asked.
  static let isMadeToConform = XCTestCase.self is any TargetedAutoRetry.Type

  /// The test case by the conformance of the nearest of its classes that has one.
  ///
  /// For a class of somebody else the runtime has to look for it: it takes the nearest, and warns of the other. It looks at
  /// the type of an object that it knows nothing else of.
  var conformer: (any TargetedAutoRetry)? {
    if let known = (self as? any OwnConformer)?.ownConformer { return known }
    return (self as AnyObject) as? any TargetedAutoRetry
  }
}
