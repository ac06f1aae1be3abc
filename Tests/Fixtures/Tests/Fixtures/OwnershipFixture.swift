import Foundation
import XCTest

@testable import TargetedAutoRetry

private let slowMap = Flakiness.fixable(reason: "slow map")

private struct Broken: Error, CustomStringConvertible {
  let description: String
}

/// Failures beside, after and around attempts and flaky scopes; each name gives the expected colour.
final class OwnershipFixture: RetryableTestCase, @unchecked Sendable {
  /// The error that the tear-down of the first run throws.
  private var tearDownError: (any Error)?
  private static let lateIssue = Locked<Task<Void, Never>?>(nil)
  private static let stepIsOpen = Gate()

  override func tearDownWithError() throws {
    if let tearDownError { throw tearDownError }
  }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    attempt.actionDescription == "Crash" ? .abort("the app crashed") : .retry
  }

  func testRedExhaustedBesideSlowStep() async {
    let isExhausted = Gate()
    async let slow = autoRetry(mainAction: { await isExhausted.wait() }, successCondition: { true })
    async let broken = autoRetry(
      mainAction: { await Task.yield() },
      successCondition: { false },
      retryAttempts: 1
    )
    _ = await broken
    await isExhausted.open()
    _ = await slow
  }

  func testRedOneOfAHundredInAGroup() async {
    let page = PageObject()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          await page.autoRetry(
            mainAction: { await Task.yield() },
            successCondition: { number != 42 },
            retryAttempts: 1
          )
        }
      }
    }
  }

  func testRedOneOfAHundredOnThreads() {
    let page = PageObject()
    DispatchQueue.concurrentPerform(iterations: 100) { number in
      page.autoRetry(
        mainAction: { usleep(100) },
        successCondition: { number != 42 },
        retryAttempts: 1
      )
    }
  }

  func testRedAssertionInBodyBesideStep() async {
    let isOpen = Gate()
    let isAsserted = Gate()
    async let step = autoRetry(
      mainAction: {
        await isOpen.open()
        await isAsserted.wait()
      },
      successCondition: { true }
    )
    await isOpen.wait()
    XCTAssertEqual(1, 2, "in the body")
    await isAsserted.open()
    _ = await step
  }

  func testRedAssertionInBodyBesideThread() {
    let page = PageObject()
    let isOpen = DispatchSemaphore(value: 0)
    let isAsserted = DispatchSemaphore(value: 0)
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      page.autoRetry(
        mainAction: {
          isOpen.signal()
          isAsserted.wait()
        },
        successCondition: { true }
      )
      isOver.signal()
    }
    isOpen.wait()
    XCTAssertEqual(1, 2, "in the body")
    isAsserted.signal()
    isOver.wait()
  }

  func testRedAssertionInResetStepsBesideAttempt() async {
    let isReset = Gate()
    let attempts = Locked(0)
    async let other = autoRetry(mainAction: { await isReset.wait() }, successCondition: { true })
    async let resetting = autoRetry(
      mainAction: { await Task.yield() },
      successCondition: {
        attempts.withLock { count in
          count += 1
          return count == 2
        }
      },
      resetSteps: {
        XCTFail("in reset steps")
        await isReset.open()
      }
    )
    _ = await (other, resetting)
  }

  func testRedAssertionBesideFlakyPart() async {
    let isOpen = Gate()
    let isAsserted = Gate()
    async let part: Void = flaky(slowMap) {
      await isOpen.open()
      await isAsserted.wait()
    }
    await isOpen.wait()
    if retryCount == 0 { XCTFail("beside the part") }
    await isAsserted.open()
    await part
  }

  func testRedThreadBesideTwoAttempts() {
    autoRetry(
      mainAction: {
        guard RetryAttempt.current?.number == 1 else { return }
        autoRetry(mainAction: { failOnThread() }, successCondition: { true })
      },
      successCondition: { true }
    )
  }

  func testRedThreadInFlakyPart() {
    flaky(slowMap) { if retryCount == 0 { failOnThread() } }
  }

  func testRedLateIssueInNextStep() async {
    let nextIsOpen = Gate()
    let isAsserted = Gate()
    await autoRetry(
      mainAction: {
        Task {
          await nextIsOpen.wait()
          XCTFail("late")
          await isAsserted.open()
        }
        await Task.yield()
      },
      successCondition: { true }
    )
    await autoRetry(
      mainAction: {
        await nextIsOpen.open()
        await isAsserted.wait()
      },
      successCondition: { true }
    )
  }

  func testRedLateIssueOfAnotherTest1() async {
    await autoRetry(
      mainAction: {
        let task = Task {
          await Self.stepIsOpen.wait()
          XCTFail("late")
        }
        Self.lateIssue.withLock { $0 = task }
        await Task.yield()
      },
      successCondition: { true }
    )
  }

  func testRedLateIssueOfAnotherTest2() async {
    await autoRetry(
      mainAction: {
        await Self.stepIsOpen.open()
        await Self.lateIssue.withLock { $0 }?.value
      },
      successCondition: { true }
    )
  }

  func testRedLateIssueOfAnotherRun() async {
    await flaky(slowMap) {
      if retryCount > 0 {
        await Self.stepIsOpen.open()
        await Self.lateIssue.withLock { $0 }?.value
        return
      }
      let task = Task {
        await Self.stepIsOpen.wait()
        XCTFail("late")
      }
      Self.lateIssue.withLock { $0 = task }
      XCTFail("in time")
    }
  }

  func testRedStepIsStillRunningWhenTheTestEnds() async {
    let isWithheld = Gate()
    let page = PageObject()
    Task {
      await page.autoRetry(
        mainAction: {
          if RetryAttempt.current?.number == 1 { XCTFail("withheld so far") }
          if RetryAttempt.current?.number == 2 { await isWithheld.open() }
          if RetryAttempt.current?.number == 2 { try? await Task.sleep(for: .seconds(60)) }
        },
        successCondition: { true }
      )
    }
    await isWithheld.wait()
  }

  func testRedIssueInLateCheckThatRunsOutOfTime() {
    var looks = 0
    autoRetry(
      mainAction: {},
      successCondition: {
        looks += 1
        if looks == 2 {
          XCTFail("in the late check")
          usleep(600_000)
        }
        return looks == 2
      },
      failTestOnFailure: false,
      policy: RetryPolicy(delay: .constant(.milliseconds(10)), timeLimit: .milliseconds(500))
    )
  }

  private func throwsThroughPart(_ description: String = "A") throws {
    try flaky(slowMap) { if retryCount == 0 { throw Broken(description: description) } }
  }

  func testRedTearDownThrowsAfterPart() throws {
    if retryCount == 0 { tearDownError = Broken(description: "B") }
    try throwsThroughPart()
  }

  func testRedTearDownBlockThrowsAfterPart() throws {
    if retryCount == 0 { addTeardownBlock { throw Broken(description: "B") } }
    try throwsThroughPart()
  }

  func testRedOtherErrorAfterPart() throws {
    do { try throwsThroughPart() } catch {}
    if retryCount == 0 { throw Broken(description: "B") }
  }

  func testRedEqualErrorAfterPart() throws {
    do { try throwsThroughPart() } catch {}
    if retryCount == 0 { throw Broken(description: "A") }
  }

  func testGreenSameErrorThrownAgain() throws {
    do { try throwsThroughPart() } catch { throw error }
  }

  func testGreenErrorThrownAndSwallowed() {
    try? throwsThroughPart()
    XCTAssertEqual(retryCount, 0)
  }

  private func crash() {
    autoRetry(
      mainAction: {},
      successCondition: { false },
      actionDescription: "Crash",
      failTestOnFailure: false
    )
  }

  func testRedAbortInLateCheck() {
    var looks = 0
    autoRetry(
      mainAction: {},
      successCondition: {
        looks += 1
        if looks == 2 { crash() }
        return looks == 2
      },
      policy: RetryPolicy(delay: .constant(.milliseconds(1)))
    )
  }

  func testRedAbortOfSwallowedValueStep() {
    autoRetry(
      mainAction: { _ = try? autoRetry("Crash", operation: { throw Broken(description: "gone") }) },
      successCondition: { true }
    )
  }

  func testRedAbortAndSkip() throws {
    try autoRetry(
      mainAction: {
        _ = try? autoRetry("Crash", operation: { throw Broken(description: "gone") })
        throw XCTSkip("not here")
      },
      successCondition: { true }
    )
  }

  func testRedExpectationOfRerun() {
    if retryCount == 1 { expectation(description: "never waited for") }
    flaky(slowMap) { XCTAssertEqual(retryCount, 1) }
  }

  func testGreenExpectationOfFirstRun() throws {
    let fulfilled = expectation(description: "fulfilled")
    try throwsThroughPart()
    fulfilled.fulfill()
    wait(for: [fulfilled], timeout: 1)
  }

  func testRedExpectationWithoutError() {
    if retryCount == 0 { expectation(description: "never waited for") }
    flaky(slowMap) { XCTAssertEqual(retryCount, 1) }
  }

  func testGreenAsManyRerunsAsAnIntegerCounts() {
    flaky(.notFixable(reason: "slow map", maxRetryCount: .max)) { XCTAssertEqual(retryCount, 1) }
  }

  func testRedErrorOfStepHasItsPlace() throws {
    try autoRetry(  // step that threw
      mainAction: { throw Broken(description: "A") },
      successCondition: { true },
      policy: RetryPolicy(isRetryable: { _ in false })
    )
  }

  func testRedValueStepHasItsPlace() throws {
    _ = try autoRetry("Load", retryAttempts: 0, operation: { throw Broken(description: "A") })  // value step that threw
  }

  /// Recovers in each run, inside a flaky scope and another step.
  func testGateRecovers() {
    flaky(slowMap) {
      autoRetry(
        mainAction: {
          var attempts = 0
          autoRetry(mainAction: { attempts += 1 }, successCondition: { attempts == 2 }, actionDescription: "Inner")
        },
        successCondition: { true },
        actionDescription: "Outer"
      )
    }
  }

  private func failOnThread() {
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      XCTFail("from a thread")
      isOver.signal()
    }
    isOver.wait()
  }
}
