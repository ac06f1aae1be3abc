internal import Foundation
internal import XCTest

/// The running test case of XCTest, as far as it is known.
///
/// A base class of this library announces its test. Other test cases are seen by an observer. It starts watching at the
/// first query, so it misses the test of that query; until the next test, only a step reveals the test case.
enum RunningTestCase {
  private struct State {
    var testCase: XCTestCase?
    /// The instance that runs the test again; it is strong, as a weak one would slow each step.
    var instance: XCTestCase?
    /// The test, if an observer has seen it begin; other threads then need not read the test case.
    var test: RunningTest?
    var hasSeenTest = false
    var isWatching = false
    var last = LastStep()
  }

  /// The last test case that had a step; its test may be over.
  private struct LastStep {
    weak var testCase: XCTestCase?
    /// The number of the test case's failures that are gates.
    var gates = 0
    /// True if an assertion has failed in an attempt.
    var hasFailed = false
  }

  private static let state = Locked(State())
  private static let observer = Observer()

  static var current: XCTestCase? { state.withLock { $0.testCase } }

  /// The running test case, even if only a step has revealed it.
  static var known: XCTestCase? {
    let (running, last) = state.withLock { ($0.testCase, $0.last.testCase) }
    return running ?? last.flatMap(ifItRuns)
  }

  /// The instance that runs the current test.
  static var instance: XCTestCase? {
    let (running, last, isWatching) = state.withLock { ($0.instance ?? $0.testCase, $0.last.testCase, $0.isWatching) }
    if !isWatching, !RunningTest.isInSwiftTesting { watch() }
    return running ?? last.flatMap(ifItRuns)
  }

  private static func ifItRuns(_ testCase: XCTestCase) -> XCTestCase? { RunningTest(testCase) == nil ? nil : testCase }

  /// True once every further test is known.
  static var hasSeenTest: Bool { state.withLock { $0.hasSeenTest } }

  static var test: RunningTest? {
    watch()
    let (test, testCase, last) = state.withLock { ($0.test, $0.testCase, $0.last.testCase) }
    return test ?? testCase.flatMap(RunningTest.init) ?? last.flatMap(RunningTest.init)
  }

  /// Notes that the test of a base class's test case begins.
  static func begin(_ testCase: XCTestCase) {
    state.withLock { if $0.testCase !== testCase { ($0.testCase, $0.test) = (testCase, nil) } }
  }

  /// Notes that an instance of the running test case begins, the first or one for a re-run.
  static func runs(_ instance: XCTestCase) {
    // The previous instance is released outside the lock, because a deinit may take it.
    _ = state.withLock { state in
      defer { state.instance = instance }
      return state.instance
    }
  }

  static func end() { state.withLock { ($0.testCase, $0.instance, $0.test) = (nil, nil, nil) } }

  static func watch() {
    state.withLock { state in
      guard !state.isWatching, Observer.canBeAdded else { return }
      XCTestObservationCenter.shared.addTestObserver(observer)
      state.isWatching = true
    }
  }

  private final class Observer: NSObject, XCTestObservation, Sendable {
    #if canImport(Darwin)
      static var canBeAdded: Bool { Thread.isMainThread }
    #else
      static var canBeAdded: Bool { true }

      /// XCTest calls it on the thread that records the failure.
      func testCase(
        _ testCase: XCTestCase,
        didFailWithDescription description: String,
        inFile filePath: String?,
        atLine lineNumber: Int
      ) {
        OwnFailure.current?.take()
      }
    #endif

    func testCaseWillStart(_ testCase: XCTestCase) {
      let test = RunningTest(testCase)
      state.withLock { ($0.testCase, $0.instance, $0.test, $0.hasSeenTest) = (testCase, nil, test, true) }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      state.withLock { ($0.testCase, $0.instance, $0.test, $0.hasSeenTest) = (nil, nil, nil, true) }
    }
  }
}

// Test cases of other base classes: an assertion that fails in an attempt fails the test.
extension RunningTestCase {
  static func see(_ testCase: XCTestCase) {
    state.withLock { if $0.last.testCase !== testCase { $0.last = LastStep(testCase: testCase) } }
  }

  /// The number of failures of the test case so far, without gates.
  static func failures(of testCase: XCTestCase) -> Int {
    let gates = state.withLock { $0.last.testCase === testCase ? $0.last.gates : 0 }
    return (testCase.testRun?.totalFailureCount ?? 0) - gates
  }

  /// True once in a test, if it has had more failures than that number.
  static func hasFirstFailure(_ testCase: XCTestCase, since failures: Int) -> Bool {
    guard self.failures(of: testCase) > failures else { return false }
    return state.withLock { state in
      defer { state.last.hasFailed = true }
      return !state.last.hasFailed
    }
  }

  static func gateIsRecorded() { state.withLock { $0.last.gates += 1 } }
}
