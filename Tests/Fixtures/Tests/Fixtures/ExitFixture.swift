import Foundation
import TargetedAutoRetry
import Testing
import XCTest

private struct Refused: Error {}

private func exitInSecondAttempt(_ code: Int32 = 0) {
  if RetryAttempt.current?.number == 2 { exit(code) }
}

extension TargetedAutoRetry {
  fileprivate func refuseOrExit(failsTest: Bool = true) throws {
    try step("Launch", failsTest: failsTest) {
      exitInSecondAttempt()
      throw Refused()
    }
  }

  fileprivate func launchAndExit(_ code: Int32 = 0) {
    step("Launch", until: { false }) { exitInSecondAttempt(code) }
  }

  fileprivate func exitAtLimit() async {
    let policy = RetryPolicy(attemptTimeLimit: .milliseconds(20))
    await autoRetry("Launch", policy: policy) {
      await withTaskCancellationHandler {
        try? await Task.sleep(for: .seconds(60))
      } onCancel: {
        exit(0)
      }
    } until: {
      true
    }
  }
}

/// The code of a test ends the process after an attempt that failed, although nothing is held back.
final class FailedAttemptExitFixture: RetryableTestCase {
  func testCondition() {
    launchAndExit()
  }

  func testResetSteps() throws {
    try step("Launch", reset: { exit(0) }) { throw Refused() }
  }

  func testValue() throws {
    _ = try autoRetry("Launch") { () throws -> Int in
      exitInSecondAttempt()
      throw Refused()
    }
  }

  func testInnerStep() throws {
    try step("Outer") { try refuseOrExit() }
  }

  func testIsRetryable() throws {
    try autoRetry("Launch", policy: RetryPolicy(isRetryable: { _ in exit(0) })) { throw Refused() }
  }

  func testLimit() async {
    await exitAtLimit()
  }

  func testOnlyLogged() throws {
    try refuseOrExit(failsTest: false)
  }

  func testRecovered() throws {
    try step("Launch") { if RetryAttempt.current?.number == 1 { throw Refused() } }
    exit(0)
  }
}

/// As above, in a class that does not hold issues back.
final class PlainFailedAttemptExitFixture: XCTestCase, TargetedAutoRetry {
  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { exit(0) }

  func testHook() {
    step("Launch", until: { false })
  }
}

/// Creating the instance for the second run ends the process.
final class RerunInstanceExitFixture: RetryableTestCase {
  private static nonisolated(unsafe) var instances = 0

  required init(name: String, testClosure: @escaping XCTestCaseClosure) {
    super.init(name: name, testClosure: testClosure)
    Self.instances += 1
    if Self.instances == 2 { exit(0) }
  }

  func testRerun() {
    flaky(.notFixable(reason: "slow map")) {
      XCTFail("a bug")
    }
  }
}

@Suite struct FailedAttemptExitSuiteFixture: TargetedAutoRetry {
  @Test func condition() {
    launchAndExit()
  }

  @Test func limit() async {
    await exitAtLimit()
  }

  #if compiler(>=6.3)
    @Test func skippedAtLimit() async throws {
      try await autoRetry("Launch", policy: RetryPolicy(attemptTimeLimit: .milliseconds(20))) {
        try? await Task.sleep(for: .seconds(60))
        try Test.cancel("no server")
      } until: {
        true
      }
    }
  #endif

  #if os(Linux) || os(macOS)
    @Test func child() async {
      await #expect(processExitsWith: .success) {
        CurrentTest().launchAndExit()
      }
    }

    @Test func failingChild() async {
      await #expect(processExitsWith: .failure) {
        CurrentTest().launchAndExit(1)
      }
    }

    @Test func invalidPolicyInChild() async {
      await #expect(processExitsWith: .failure) {
        withKnownIssue { _ = CurrentTest().step("Launch", retries: -1) }
        exit(1)
      }
    }
  #endif
}

/// The code of a test ends the process while a failure is held back.
final class ExitFixture: RetryableTestCase {
  func testSecondAttempt() {
    step("Launch") {
      exitInSecondAttempt()
      XCTFail("a bug")
    }
  }

  func testAttemptAfterAnInnerStep() {
    step("Outer") {
      exitInSecondAttempt()
      step("Launch", retries: 0, until: { noted("a bug", as: "title") == "Shop" })
    }
  }

  func testRerun() {
    flaky(.notFixable(reason: "slow map")) {
      if retryCount == 1 { exit(0) }
      XCTFail("a bug")
    }
  }
}

@Suite struct ExitSuiteFixture: TargetedAutoRetry {
  @Test func secondAttempt() {
    step("Launch") {
      exitInSecondAttempt()
      Issue.record("a bug")
    }
  }

  @Test(.flaky(.notFixable(reason: "slow map"))) func rerun() {
    if FlakyTrait.retryCount == 1 { exit(0) }
    Issue.record("a bug")
  }
}
