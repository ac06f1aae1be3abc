import Foundation
import TargetedAutoRetry
import Testing
import XCTest

private struct Refused: Error {}

private func exitInSecondAttempt(_ code: Int32 = 0) {
  if RetryAttempt.current?.number == 2 { exit(code) }
}

extension TargetedAutoRetry {
  fileprivate func launchAndExit(_ code: Int32 = 0) {
    autoRetry("Launch") {
      exitInSecondAttempt(code)
    } until: {
      false
    }
  }
}

/// The code of a test ends the process after an attempt that failed, although nothing is held back.
final class FailedAttemptExitFixture: RetryableTestCase {
  func testCondition() {
    launchAndExit()
  }

  func testResetSteps() throws {
    try autoRetry("Launch") {
      throw Refused()
    } until: {
      true
    } reset: {
      exit(0)
    }
  }

  func testValue() throws {
    _ = try autoRetry("Launch") { () throws -> Int in
      exitInSecondAttempt()
      throw Refused()
    }
  }

  func testAssertions() throws {
    try autoRetry("Launch") {
      exitInSecondAttempt()
      throw Refused()
    }
  }

  func testInnerStep() throws {
    try autoRetry("Outer") {
      try autoRetry("Launch") {
        exitInSecondAttempt()
        throw Refused()
      } until: {
        true
      }
    } until: {
      true
    }
  }

  func testTask() async throws {
    try await autoRetry("Launch") {
      await Task.yield()
      exitInSecondAttempt()
      throw Refused()
    } until: {
      true
    }
  }

  func testOnlyLogged() throws {
    try autoRetry("Launch", failTestOnFailure: false) {
      exitInSecondAttempt()
      throw Refused()
    } until: {
      true
    }
  }

  func testRecovered() throws {
    try autoRetry("Launch") {
      if RetryAttempt.current?.number == 1 { throw Refused() }
    } until: {
      true
    }
    exit(0)
  }
}

/// As above, in a class that holds nothing back.
final class PlainFailedAttemptExitFixture: XCTestCase, TargetedAutoRetry {
  func testCondition() {
    launchAndExit()
  }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    if name.contains("testHook") { exit(0) }
    return .retry
  }

  func testHook() {
    autoRetry("Launch") {
    } until: {
      false
    }
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

  @Test func thrown() async throws {
    try await autoRetry("Launch") {
      await Task.yield()
      exitInSecondAttempt()
      throw Refused()
    } until: {
      true
    }
  }

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
        withKnownIssue {
          CurrentTest().autoRetry("Launch", retryAttempts: -1) {
          } until: {
            true
          }
        }
        exit(1)
      }
    }
  #endif
}

/// The code of a test ends the process while a failure is held back.
final class ExitFixture: RetryableTestCase {
  func testSecondAttempt() {
    autoRetry("Launch") {
      exitInSecondAttempt()
      XCTFail("a bug")
    } until: {
      true
    }
  }

  func testAttemptAfterAnInnerStep() {
    autoRetry("Outer") {
      exitInSecondAttempt()
      autoRetry("Launch", retryAttempts: 0) {
      } until: {
        noted("a bug", as: "title") == "Shop"
      }
    } until: {
      true
    }
  }

  func testRerun() {
    flaky(.notFixable(reason: "slow map")) {
      if retryCount == 1 { exit(0) }
      XCTFail("a bug")
    }
  }

  func testAttemptOfARerun() {
    flaky(.notFixable(reason: "slow map")) {
      if retryCount == 0 { return XCTFail("a bug") }
      autoRetry("Launch") {
        exit(0)
      } until: {
        true
      }
    }
  }
}

@Suite struct ExitSuiteFixture: TargetedAutoRetry {
  @Test func secondAttempt() {
    autoRetry("Launch") {
      exitInSecondAttempt()
      Issue.record("a bug")
    } until: {
      true
    }
  }

  @Test(.flaky(.notFixable(reason: "slow map"))) func rerun() {
    if FlakyTrait.retryCount == 1 { exit(0) }
    Issue.record("a bug")
  }

  @Test(.flaky(.notFixable(reason: "slow map"))) func attemptOfARerun() {
    if FlakyTrait.retryCount == 0 {
      Issue.record("a bug")
    } else {
      autoRetry("Launch") {
        exit(0)
      } until: {
        true
      }
    }
  }
}
