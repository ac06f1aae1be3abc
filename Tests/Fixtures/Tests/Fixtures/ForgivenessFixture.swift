import Foundation
import TargetedAutoRetry
import XCTest

private let slowMap = Flakiness.fixable(reason: "slow map")

private struct Broken: Error {}

/// Steps and runs that withhold an issue and then end in every possible way; each name gives the expected colour.
final class ForgivenessFixture: RetryableTestCase, @unchecked Sendable {
  private var attempt = 0

  override func setUpWithError() throws {
    if name.contains("SkippedInSetUp"), retryCount == 1 { throw XCTSkip("not now") }
  }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    attempt.actionDescription == "Crash" && attempt.number == 2 ? .abort("the app crashed") : .retry
  }

  /// Records an issue in the first attempt.
  private func act() {
    attempt += 1
    if attempt == 1 { XCTFail("a bug") }
  }

  /// Records an issue in the first attempt, and runs a closure in the next ones.
  private func act(_ next: () throws -> Void) throws {
    act()
    if attempt > 1 { try next() }
  }

  func testRedOnlyLogged() {
    step(retries: 1, failsTest: false, until: { false }) { act() }
  }

  func testRedValueStepIsCaught() {
    _ = try? autoRetry("S", retryAttempts: 1, mainAction: { try act { throw Broken() } })
  }

  func testRedSkipInSecondAttempt() throws {
    try step { try act { throw XCTSkip("not here") } }
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

  /// A step that is cancelled in a task of its own.
  private func cancelledStep() async {
    _ = await Task {
      await stepLater(until: { false }) {
        await Task.yield()
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }.value
  }

  func testRedCancelledStepInPassingAttempt() async {
    await stepLater {
      act()
      if attempt == 2 { await stepLater { await self.cancelledStep() } }
    }
  }

  func testGreenCancelledStepIsRunAgain() async {
    await stepLater {
      act()
      if attempt == 1 { await cancelledStep() }
    }
    await stepLater { await self.cancelledStep() }
  }

  func testRedSynchronousStepInCancelledTask() async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await stepLater {
        await Task.yield()
        step(retries: 0, until: { false })
      }
    }.value
  }

  func testRedIsRetryableOfAnAction() throws {
    try step(
      policy: RetryPolicy(isRetryable: { _ in
        XCTFail("a bug")
        return true
      })
    ) { if RetryAttempt.current?.number == 1 { throw Broken() } }
  }

  func testRedTimeLimitOfLoggedStep() {
    step(failsTest: false, policy: RetryPolicy(timeLimit: .milliseconds(20)), until: { false }) {
      act()
      usleep(30_000)
    }
  }

  func testRedAborted() {
    step("Crash", failsTest: false, until: { false }) { act() }
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

  func testRedRerunIsSkippedInSetUp() {
    flaky(slowMap) { XCTAssertEqual(retryCount, 1, "a bug") }
  }

  func testRedExpiredScopeInScope() {
    flaky(slowMap) {
      flaky(.fixable(reason: "slow map", expires: "2020-01-31")) { XCTAssertEqual(retryCount, 1, "a bug") }
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
}
