internal import XCTest

/// The test case that runs, as far as it is known; for steps of objects that are no test cases.
enum RunningTestCase {
  private struct LastSeen {
    weak var testCase: XCTestCase?
  }

  private static let running = Locked<XCTestCase?>(nil)
  private static let lastSeen = Locked(LastSeen())

  /// The test case that has said that it runs.
  static var current: XCTestCase? { running.withLock { $0 } }

  /// The last test case that had a step; it may be over.
  static var seen: XCTestCase? { lastSeen.withLock { $0.testCase } }

  static func begin(_ testCase: XCTestCase) { running.withLock { $0 = testCase } }

  static func end() { running.withLock { $0 = nil } }

  /// A step of the test case begins.
  static func see(_ testCase: XCTestCase) { lastSeen.withLock { $0.testCase = testCase } }
}
