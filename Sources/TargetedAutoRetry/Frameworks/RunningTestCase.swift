internal import Foundation
internal import XCTest

/// The running test cases of XCTest, as far as they are known.
///
/// A base class of this library announces its test. Other test cases are seen by an observer. It starts watching at the
/// first query, so it misses the begin of that test; until the next one, only a step or a failure reveals the test case.
enum RunningTestCase {
  private struct Running {
    let testCase: XCTestCase
    /// The instance that runs the test, the first or one for a re-run.
    let instance: XCTestCase
    /// The run of that instance; other threads then need not read the test case.
    let test: RunningTest?
  }

  private struct State {
    /// From the outermost in; usually one.
    var running: [Running] = []
    /// The last test case that had a step and withholds nothing; its test may be over.
    weak var seen: XCTestCase?
    var testOfSeen: RunningTest?
    var isWatching = false
    var hasSeenTest = false
  }

  private static let state = Locked(State())
  private static let observer = Observer()

  /// The test case that XCTest runs.
  static var current: XCTestCase? {
    let (running, seen) = state.withLock { ($0.running.last?.testCase, $0.seen) }
    return running ?? seen.flatMap { $0.isRunning ? $0 : nil }
  }

  /// The instance that runs the current test.
  static var instance: XCTestCase? {
    watch()
    return state.withLock { $0.running.last?.instance } ?? current
  }

  /// True once every further test is known.
  static var hasSeenTest: Bool { state.withLock { $0.hasSeenTest } }

  /// The test of a test case; if that does not run, the running test.
  static func test(of testCase: XCTestCase?) -> RunningTest? {
    watch()
    let (running, seen, testOfSeen) = state.withLock { ($0.running, $0.seen, $0.testOfSeen) }
    let known = running.last { $0.testCase === testCase || $0.instance === testCase }
    if let known { return known.test }
    if let seen, seen.isRunning, testCase == nil || testCase === seen { return running.last?.test ?? testOfSeen }
    return testCase.flatMap(RunningTest.init) ?? running.last?.test
  }

  /// Notes that a test begins, by its base class or by the observer.
  static func begin(_ testCase: XCTestCase) {
    if state.withLock({ $0.running.contains { $0.testCase === testCase } }) { return }
    let test = RunningTest(testCase)
    change { running in
      // On Apple platforms a test may have ended by unwinding past Swift frames.
      running.removeAll { $0.testCase.testRun?.stopDate != nil }
      if running.contains(where: { $0.testCase === testCase }) { return }
      running.append(Running(testCase: testCase, instance: testCase, test: test))
    }
  }

  /// Notes that another instance runs the current test.
  static func runs(_ instance: XCTestCase) {
    if state.withLock({ $0.running.last?.instance === instance }) { return }
    let test = RunningTest(instance)
    change { running in
      if let last = running.popLast() {
        running.append(Running(testCase: last.testCase, instance: instance, test: test))
      }
    }
  }

  static func end(_ testCase: XCTestCase) { change { $0.removeAll { $0.testCase === testCase } } }

  /// Notes a test case that has a step and withholds nothing.
  static func see(_ testCase: XCTestCase) {
    if state.withLock({ $0.seen === testCase }) { return }
    let test = RunningTest(testCase)
    state.withLock { ($0.seen, $0.testOfSeen) = (testCase, test) }
  }

  static func watch() {
    state.withLock { state in
      guard !state.isWatching, Observer.canBeAdded else { return }
      XCTestObservationCenter.shared.addTestObserver(observer)
      state.isWatching = true
    }
  }

  /// Test cases that go are released outside of the lock, because a deinit may take it.
  private static func change(_ body: (inout [Running]) -> Void) {
    _ = state.withLock { state in
      let before = state.running
      body(&state.running)
      return before
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
        begin(testCase)
      }
    #endif

    func testCaseWillStart(_ testCase: XCTestCase) {
      begin(testCase)
      state.withLock { $0.hasSeenTest = true }
      // A test that another one runs is not in the result of the process.
      if state.withLock({ $0.running.count }) == 1 { FailuresOfNoTest.hand(to: testCase) }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      end(testCase)
      state.withLock { $0.hasSeenTest = true }
    }
  }
}

extension XCTestCase {
  var isRunning: Bool { testRun.map { $0.startDate != nil && $0.stopDate == nil } ?? false }
}
