internal import Foundation
internal import XCTest

/// Watches XCTest, for steps of types that are no test cases themselves, such as page objects.
///
/// It begins to watch with the first step of the process, so it does not know the test that this step is in.
final class XCTestObserver: NSObject, XCTestObservation, Sendable {
  static let shared = XCTestObserver()

  private let watching = Locked(false)
  private let running = Locked<RunningTest?>(nil)

  private let seen = Locked(false)

  /// Whether it knows of each test from now on.
  var hasSeenTest: Bool { seen.withLock { $0 } }

  /// The test that runs, where that is known.
  var runningTest: RunningTest? {
    watch()
    return running.withLock { $0 }
  }

  func watch() {
    watching.withLock { watching in
      guard !watching, Self.canAddObserver else { return }
      XCTestObservationCenter.shared.addTestObserver(self)
      watching = true
    }
  }

  func testCaseWillStart(_ testCase: XCTestCase) {
    let test = RunningTest(testCase)
    running.withLock { $0 = test }
    seen.withLock { $0 = true }
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    running.withLock { $0 = nil }
    seen.withLock { $0 = true }
  }
}

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
