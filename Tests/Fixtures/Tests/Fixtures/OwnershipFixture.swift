import Foundation
import XCTest

@testable import TargetedAutoRetry

private let slowMap = Flakiness.fixable(reason: "slow map")

private struct Broken: Error, CustomStringConvertible {
  let description: String
}

/// Failures beside, after and around attempts and flaky scopes; each name gives the expected colour.
final class OwnershipFixture: RetryableTestCase, @unchecked Sendable {
  private static let lateIssue = Locked<Task<Void, Never>?>(nil)
  private static let stepIsOpen = Gate()
  private nonisolated(unsafe) static var firstInstance: OwnershipFixture?

  func testRedAssertionInBodyBesideStep() async {
    let isOpen = Gate()
    let isAsserted = Gate()
    async let step = stepLater {
      await isOpen.open()
      await isAsserted.wait()
    }
    await isOpen.wait()
    XCTAssertEqual(1, 2, "in the body")
    await isAsserted.open()
    _ = await step
  }

  func testRedLateIssueInNextStep() async {
    let nextIsOpen = Gate()
    let isAsserted = Gate()
    await stepLater {
      Task {
        await nextIsOpen.wait()
        XCTFail("late")
        await isAsserted.open()
      }
      await Task.yield()
    }
    await stepLater {
      await nextIsOpen.open()
      await isAsserted.wait()
    }
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
      await page.stepLater {
        if RetryAttempt.current?.number == 1 { return XCTFail("withheld so far") }
        await isWithheld.open()
        try? await Task.sleep(for: .seconds(60))
      }
    }
    await isWithheld.wait()
  }

  private func throwsThroughPart() throws {
    try flaky(slowMap) { if retryCount == 0 { throw Broken(description: "A") } }
  }

  func testRedStepOfAnInstanceThatIsOver() {
    flaky(slowMap) { XCTAssertEqual(retryCount, 1) }
    if retryCount == 0 { return Self.firstInstance = self }
    Self.firstInstance?.step { if RetryAttempt.current?.number == 1 { XCTFail("a bug") } }
  }

  /// A stub throws the error that it has stored, first in a flaky scope and then outside of it.
  func testRedStoredErrorAfterPart() throws {
    let stored: any Error = Broken(description: "A")
    try? flaky(slowMap) { if retryCount == 0 { throw stored } }
    if retryCount == 0 { throw stored }
  }

  /// The error of an assertion that a step has withheld and forgiven.
  private func forgivenError() throws -> any Error {
    var stored: (any Error)?
    step {
      do { _ = try XCTUnwrap(stored, "a flake") } catch { stored = error }
    }
    return try XCTUnwrap(stored)
  }

  func testRedErrorOfForgivenAttempt() throws { throw try forgivenError() }

  func testRedErrorOfForgivenAttemptBesideAWithheldIssue() throws {
    flaky(slowMap) { XCTAssertEqual(retryCount, 1) }
    if retryCount == 0 { throw try forgivenError() }
  }

  /// A failure of the body comes after a step that has forgiven one.
  func testRedUnwrapAfterAForgivenAttempt() throws {
    _ = try forgivenError()
    _ = try XCTUnwrap(nil as Int?, "a bug")  // in the body
  }

  func testRedUnwrapInResetSteps() throws {
    try autoRetry(
      mainAction: {},
      successCondition: { false },
      resetSteps: { _ = try XCTUnwrap(nil as Int?, "a bug") }  // in the reset steps
    )
  }

  func testRedUnwrapThatIsNotRetryable() throws {
    try autoRetry(
      mainAction: { _ = try XCTUnwrap(nil as Int?, "a bug") },  // in the action
      successCondition: { true },
      policy: RetryPolicy(isRetryable: { _ in false })
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

  func testGreenAsManyRerunsAsAnIntegerCounts() {
    flaky(.notFixable(reason: "slow map", maxRetryCount: .max)) { XCTAssertEqual(retryCount, 1) }
  }

  func testRedErrorOfStep() throws {
    try step(policy: RetryPolicy(isRetryable: { _ in false })) { throw Broken(description: "A") }
  }

  /// Recovers in each run, inside a flaky scope and another step.
  func testGateRecovers() {
    flaky(slowMap) {
      step("Outer") {
        var attempts = 0
        step("Inner", until: { attempts == 2 }) { attempts += 1 }
      }
    }
  }
}
