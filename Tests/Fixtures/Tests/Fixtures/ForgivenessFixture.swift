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
    autoRetry(mainAction: { act() }, successCondition: { false }, retryAttempts: 1, failTestOnFailure: false)
  }

  func testRedValueStepIsCaught() {
    _ = try? autoRetry("S", retryAttempts: 1, mainAction: { try act { throw Broken() } })
  }

  func testRedSkipInSecondAttempt() throws {
    try autoRetry(mainAction: { try act { throw XCTSkip("not here") } }, successCondition: { true })
  }

  func testRedCancellationOfTask() async {
    let task = Task { [self] in
      await autoRetry(
        mainAction: {
          act()
          await Task.yield()
          if attempt == 2 { withUnsafeCurrentTask { $0?.cancel() } }
        },
        successCondition: { false }
      )
    }
    _ = await task.value
  }

  /// A step that is cancelled in a task of its own.
  private func cancelledStep() async {
    _ = await Task {
      await autoRetry(
        mainAction: {
          await Task.yield()
          withUnsafeCurrentTask { $0?.cancel() }
        },
        successCondition: { false }
      )
    }.value
  }

  func testRedCancelledStepInPassingAttempt() async {
    await autoRetry(
      mainAction: {
        act()
        if attempt == 2 { await autoRetry(mainAction: cancelledStep, successCondition: { true }) }
      },
      successCondition: { true }
    )
  }

  func testGreenCancelledStepIsRunAgain() async {
    await autoRetry(
      mainAction: {
        act()
        if attempt == 1 { await cancelledStep() }
      },
      successCondition: { true }
    )
    await autoRetry(mainAction: cancelledStep, successCondition: { true })
  }

  func testRedSynchronousStepInCancelledTask() async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await autoRetry(
        mainAction: {
          await Task.yield()
          autoRetry(mainAction: {}, successCondition: { false }, retryAttempts: 0)
        },
        successCondition: { true }
      )
    }.value
  }

  func testRedIsRetryableOfAnAction() throws {
    try autoRetry(
      mainAction: { if RetryAttempt.current?.number == 1 { throw Broken() } },
      successCondition: { true },
      policy: RetryPolicy(isRetryable: { _ in
        XCTFail("a bug")
        return true
      })
    )
  }

  func testRedTimeLimitOfLoggedStep() {
    autoRetry(
      mainAction: {
        act()
        usleep(30_000)
      },
      successCondition: { false },
      failTestOnFailure: false,
      policy: RetryPolicy(timeLimit: .milliseconds(20))
    )
  }

  func testRedAborted() {
    autoRetry(mainAction: { act() }, successCondition: { false }, actionDescription: "Crash", failTestOnFailure: false)
  }

  func testRedResetStepsSkip() throws {
    try autoRetry(mainAction: { act() }, successCondition: { true }, resetSteps: { throw XCTSkip("not here") })
  }

  private func loggedOnly() {
    autoRetry(
      mainAction: { act() },
      successCondition: { attempt != 2 },
      actionDescription: "Inner",
      retryAttempts: 1,
      failTestOnFailure: false
    )
  }

  func testRedLoggedStepInPassingStep() {
    autoRetry(mainAction: { loggedOnly() }, successCondition: { true }, retryAttempts: 0)
  }

  func testGreenLoggedStepInStepThatRunsItAgain() {
    autoRetry(mainAction: { loggedOnly() }, successCondition: { true })
  }

  /// Each distinct issue is reported once, with its attempts.
  func testRedDistinctIssues() {
    autoRetry(
      mainAction: {
        attempt += 1
        for _ in 1...2 { XCTFail(attempt == 2 ? "even" : "odd") }
      },
      successCondition: { true },
      actionDescription: "Sign In",
      retryAttempts: 2,
      failTestOnFailure: false
    )
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
      page.autoRetry(
        mainAction: {
          Self.hasBegun.signal()
          if RetryAttempt.current?.number == 1 { return Self.outlives.wait() }
          if RetryAttempt.current?.number == 2 { XCTFail("a bug") }
        },
        successCondition: { RetryAttempt.current?.number == 3 }
      )
      Self.isOver.signal()
    }
    Self.hasBegun.wait()
  }

  func testRedAttemptAfterItsTest2() {
    Self.outlives.signal()
    Self.isOver.wait()
  }
}
