import Foundation
import TargetedAutoRetry
import XCTest

private let slowMap = Flakiness.fixable(reason: "slow map")

/// Steps and runs that withhold an issue and then do not succeed; each name gives the expected colour.
final class ForgivenessFixture: RetryableTestCase, @unchecked Sendable {
  private var attempt = 0

  /// Records an issue in the first attempt.
  private func act() {
    attempt += 1
    if attempt == 1 { XCTFail("a bug") }
  }

  func testRedCancellationOfTask() async {
    let task = Task { [self] in
      await stepLater(until: { false }) {
        act()
        await Task.yield()
        if attempt == 2 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    _ = await task.value
  }

  func testRedTimeLimitOfLoggedStep() {
    step(failsTest: false, policy: RetryPolicy(timeLimit: .milliseconds(20)), until: { false }) {
      act()
      usleep(30_000)
    }
  }

  func testRedResetStepsSkip() throws {
    try step(reset: { throw XCTSkip("not here") }) { act() }
  }

  private func loggedOnly() {
    step("Inner", retries: 1, failsTest: false, until: { self.attempt != 2 }) { act() }
  }

  func testRedLoggedStepInPassingStep() {
    step(retries: 0) { loggedOnly() }
  }

  func testGreenLoggedStepInStepThatRunsItAgain() {
    step { loggedOnly() }
  }

  /// Each distinct issue is reported once, with its attempts.
  func testRedDistinctIssues() {
    step("Sign In", retries: 2, failsTest: false) {
      attempt += 1
      for _ in 1...2 { XCTFail(attempt == 2 ? "even" : "odd") }
    }
  }

  /// An invalid scope is not flaky.
  func testRedScopeWithoutReasonInAScope() {
    flaky(slowMap) {
      if retryCount == 0 { flaky(.fixable(reason: "")) {} }
    }
  }

  private static let hasBegun = DispatchSemaphore(value: 0)
  private static let outlives = DispatchSemaphore(value: 0)
  private static let isOver = DispatchSemaphore(value: 0)

  /// An attempt that begins after the end of its test withholds nothing.
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
  func testRedStepAfterItsRun() {
    if retryCount == 1 {
      Self.outlives.signal()
      return Self.isOver.wait()
    }
    Thread.detachNewThread { [self] in
      Self.outlives.wait()
      step(until: { false })
      Self.isOver.signal()
    }
    flaky(slowMap) { XCTFail("in the scope") }
  }
}
