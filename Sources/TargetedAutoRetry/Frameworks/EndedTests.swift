internal import Testing
internal import XCTest

/// The tests that a failed step has ended, and that step.
enum EndedTests {
  private static let steps = Locked<[RunningTest: String]>([:])

  /// - Parameter step: Nil lets the steps of a re-run or of a tear-down run.
  static func end(_ testCase: XCTestCase?, by step: String?) {
    if let test = RunningTest.current(testCase) { steps.withLock { $0[test] = step } }
  }

  static func step(thatHasEnded testCase: XCTestCase?) -> String? {
    // The lookup of the test takes long.
    if steps.withLock({ $0.isEmpty }) { return nil }
    return RunningTest.current(testCase).flatMap { test in steps.withLock { $0[test] } }
  }
}

extension TestFailure {
  #if compiler(>=6.3)
    static func cancelTest() {
      if Test.current != nil { _ = try? Test.cancel() }
    }
  #else
    static func cancelTest() { withUnsafeCurrentTask { $0?.cancel() } }
  #endif
}
