internal import Foundation
internal import XCTest

/// The test case of XCTest that runs, as far as it is known.
///
/// A base class of this library says that its test runs. Of other test cases an observer hears, which begins to watch when
/// somebody asks first, so it does not know the test that this is in. Until then it is known which test case had a step.
enum RunningTestCase {
  private struct State {
    var testCase: XCTestCase?
    /// The instance whose code runs, where the test runs again; a weak one would make each step of it dearer.
    var instance: XCTestCase?
    /// Its test, if an observer has seen it begin: then no other thread has to look at the test case.
    var test: RunningTest?
    var hasSeenTest = false
    var isWatching = false
    var last = LastStep()
  }

  /// The last test case that had a step; it may be over.
  private struct LastStep {
    weak var testCase: XCTestCase?
    /// The number of its failures that are gates.
    var gates = 0
    /// True if an assertion has failed in an attempt.
    var hasFailed = false
  }

  private static let state = Locked(State())
  private static let observer = Observer()

  static var current: XCTestCase? { state.withLock { $0.testCase } }

  /// The test case that runs, also where only a step of it has told so.
  static var known: XCTestCase? {
    let (running, last) = state.withLock { ($0.testCase, $0.last.testCase) }
    return running ?? last.flatMap(ifItRuns)
  }

  /// The instance that the code of the running test belongs to.
  static var instance: XCTestCase? {
    let (running, last, isWatching) = state.withLock { ($0.instance ?? $0.testCase, $0.last.testCase, $0.isWatching) }
    if !isWatching, !RunningTest.isInSwiftTesting { watch() }
    return running ?? last.flatMap(ifItRuns)
  }

  private static func ifItRuns(_ testCase: XCTestCase) -> XCTestCase? { RunningTest(testCase) == nil ? nil : testCase }

  /// True if each test is known from now on.
  static var hasSeenTest: Bool { state.withLock { $0.hasSeenTest } }

  static var test: RunningTest? {
    watch()
    let (test, testCase, last) = state.withLock { ($0.test, $0.testCase, $0.last.testCase) }
    return test ?? testCase.flatMap(RunningTest.init) ?? last.flatMap(RunningTest.init)
  }

  /// A test case of a base class says that its test runs.
  static func begin(_ testCase: XCTestCase) {
    state.withLock { if $0.testCase !== testCase { ($0.testCase, $0.test) = (testCase, nil) } }
  }

  /// An instance of the test case that runs, made for a re-run or not, begins.
  static func runs(_ instance: XCTestCase) {
    // The one before is let go of outside of the lock, as it may do anything then.
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

      /// XCTest calls it where the failure is recorded, on the same thread.
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

// A test case of no base class of this library: an assertion that fails in an attempt has failed the test.
extension RunningTestCase {
  /// A step of the test case begins.
  static func see(_ testCase: XCTestCase) {
    state.withLock { if $0.last.testCase !== testCase { $0.last = LastStep(testCase: testCase) } }
  }

  /// The number of failures of the test case so far, but for gates.
  static func failures(of testCase: XCTestCase) -> Int {
    let gates = state.withLock { $0.last.testCase === testCase ? $0.last.gates : 0 }
    return (testCase.testRun?.totalFailureCount ?? 0) - gates
  }

  /// True once in a test: if it has had more failures than that.
  static func hasFirstFailure(_ testCase: XCTestCase, since failures: Int) -> Bool {
    guard self.failures(of: testCase) > failures else { return false }
    return state.withLock { state in
      defer { state.last.hasFailed = true }
      return !state.last.hasFailed
    }
  }

  static func gateIsRecorded() { state.withLock { $0.last.gates += 1 } }
}
