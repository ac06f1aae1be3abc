import Foundation
import TargetedAutoRetry
import XCTest

/// Steps and runs that hold back an issue and then do not succeed; each name gives the expected color.
final class ForgivenessFixture: RetryableTestCase, @unchecked Sendable {
  private static let hasBegun = DispatchSemaphore(value: 0)
  private static let outlives = DispatchSemaphore(value: 0)
  private static let isOver = DispatchSemaphore(value: 0)

  /// An attempt that begins after its test has ended does not hold issues back.
  func testRedAttemptAfterItsTest1() {
    let page = PageObject()
    Thread.detachNewThread {
      page.step(until: { RetryAttempt.current?.number == 3 }) {
        Self.hasBegun.signal()
        if RetryAttempt.current?.number == 1 { return Self.outlives.wait() }
        if RetryAttempt.current?.number == 2 { XCTFail("a bug") }
      }
      Self.isOver.signal()
    }
    Self.hasBegun.wait()
  }

  func testRedAttemptAfterItsTest2() {
    Self.outlives.signal()
    Self.isOver.wait()
  }

  /// A step that outlives its run fails the test in the next run.
  func testRedStepAfterItsRun() { outliveRun { _ = $0.step(until: { false }) } }

  /// A step of the first run that is skipped in the second leaves nothing that could forgive the first.
  func testRedSkipAfterItsRun() { outliveRun { _ = try? $0.autoRetry("Map") { throw XCTSkip("no map") } } }

  private func outliveRun(_ step: @escaping @Sendable (ForgivenessFixture) -> Void) {
    if retryCount == 1 {
      Self.outlives.signal()
      return Self.isOver.wait()
    }
    nonisolated(unsafe) let testCase = self
    Thread.detachNewThread {
      Self.outlives.wait()
      step(testCase)
      Self.isOver.signal()
    }
    flaky(.fixable(reason: "slow map")) { XCTFail("in the scope") }
  }
}
