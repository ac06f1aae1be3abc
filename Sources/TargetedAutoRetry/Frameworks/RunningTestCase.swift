internal import XCTest

/// The test case that runs, where it has said so; for steps of objects that are no test cases.
enum RunningTestCase {
  private static let running = Locked<XCTestCase?>(nil)

  static var current: XCTestCase? { running.withLock { $0 } }

  static func begin(_ testCase: XCTestCase) { running.withLock { $0 = testCase } }

  static func end() { running.withLock { $0 = nil } }
}
