import Foundation
import XCTest

@testable import TargetedAutoRetry

private let slowMap = Flakiness.fixable(reason: "slow map")

private struct Broken: Error, CustomStringConvertible {
  let description: String
}

/// Failures next to, after and around attempts and flaky scopes; each name gives the expected color.
final class OwnershipFixture: RetryableTestCase, @unchecked Sendable {
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

  private static let server = Result { try XCTUnwrap(Int("x")) }

  /// XCTest does not record the error of an assertion again, and the second run has no issue of its own.
  func testRedErrorOfEarlierRun() throws {
    var number = 0
    try flaky(slowMap) { number = try Self.server.get() }
    XCTAssertEqual(number, 1)
  }

  /// A stub throws the error that it has stored, first in a flaky scope and then outside it.
  func testRedStoredErrorAfterPart() throws {
    let stored: any Error = Broken(description: "A")
    try? flaky(slowMap) { if retryCount == 0 { throw stored } }
    if retryCount == 0 { throw stored }
  }

  /// The error of an assertion that a step held back and forgave.
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
    try step(until: { false }, reset: { _ = try XCTUnwrap(nil as Int?, "a bug") })  // in the reset steps
  }

  func testGreenUnwrapUnderAPolicy() throws {
    var attempts = 0
    try step(policy: RetryPolicy(isRetryable: { _ in false })) {
      attempts += 1
      _ = try XCTUnwrap(attempts == 2 ? 1 : nil, "a flake")
    }
  }

  func testRedExpectationOfRerun() {
    if retryCount == 1 { expectation(description: "never waited for") }
    flaky(slowMap) { XCTAssertEqual(retryCount, 1) }
  }

  func testGreenExpectationOfFirstRun() throws {
    let fulfilled = expectation(description: "fulfilled")
    try flaky(slowMap) { if retryCount == 0 { throw Broken(description: "A") } }
    fulfilled.fulfill()
    wait(for: [fulfilled], timeout: 1)
  }

  func testGreenAsManyRerunsAsAnIntegerCounts() {
    flaky(.notFixable(reason: "slow map", maxRetryCount: .max)) { XCTAssertEqual(retryCount, 1) }
  }
}
