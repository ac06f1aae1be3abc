internal import Foundation
internal import XCTest

/// A running test case of XCTest, as far as it is known.
///
/// A base class of this library announces its test. Other test cases are seen by an observer. It starts watching at the
/// first query, so it misses the begin of that test; until the next one, only a step or a failure reveals the test case.
struct RunningTestCase {
  let testCase: XCTestCase
  /// The instance that runs the test: the test case, or another one for a re-run.
  private(set) var instance: XCTestCase
  /// The run of that instance; other threads then need not read the test case.
  private(set) var test: RunningTest?
  /// The object that withholds the issues of the test; nil if none does.
  private(set) var withholder: (any Sendable)?
  /// False if only a step has revealed the test: its end may be announced by nobody.
  private let isAnnounced: Bool

  private struct State {
    /// From the outermost in; usually one.
    var running: [RunningTestCase] = []
    var isWatching = false
    var hasSeenTest = false
  }

  private static let state = Locked(State())
  private static let observer = Observer()

  /// The innermost one.
  static var current: RunningTestCase? {
    watch()
    return state.withLock { $0.running }.last { $0.isAnnounced || $0.testCase.isRunning }
  }

  /// The one of a test case, or of its instance for a re-run.
  static func of(_ testCase: XCTestCase) -> RunningTestCase? {
    state.withLock { $0.running.last { $0.testCase === testCase || $0.instance === testCase } }
  }

  /// True once every further test is known.
  static var hasSeenTest: Bool { state.withLock { $0.hasSeenTest } }

  /// Notes that a test begins.
  static func begin(_ testCase: XCTestCase, isAnnounced: Bool = true, withholder: (any Sendable)? = nil) {
    if withholder == nil, of(testCase) != nil { return }
    let test = RunningTest(testCase)
    change { running in
      // On Apple platforms a test may have ended by unwinding past Swift frames.
      running.removeAll { $0.testCase === testCase || $0.testCase.testRun?.stopDate != nil }
      running.append(
        RunningTestCase(
          testCase: testCase,
          instance: testCase,
          test: test,
          withholder: withholder,
          isAnnounced: isAnnounced
        )
      )
    }
  }

  /// Notes a test case that has a step or a flaky scope.
  static func see(_ testCase: XCTestCase) {
    guard of(testCase) == nil, testCase.isRunning else { return }
    watch()
    begin(testCase, isAnnounced: false)
  }

  /// Notes that another instance runs the current test.
  static func run(_ instance: XCTestCase) {
    if of(instance)?.instance === instance { return }
    let test = RunningTest(instance)
    change { running in
      guard var last = running.popLast() else { return }
      last.instance = instance
      last.test = test
      running.append(last)
    }
  }

  static func end(_ testCase: XCTestCase) { change { $0.removeAll { $0.testCase === testCase } } }

  static func watch() {
    state.withLock { state in
      guard !state.isWatching, Observer.canBeAdded else { return }
      XCTestObservationCenter.shared.addTestObserver(observer)
      state.isWatching = true
    }
  }

  /// Test cases that go are released outside of the lock, because a deinit may take it.
  private static func change(_ body: (inout [RunningTestCase]) -> Void) {
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
