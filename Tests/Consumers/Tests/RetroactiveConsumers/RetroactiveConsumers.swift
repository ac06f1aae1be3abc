import BaseTestCases
import TargetedAutoRetry
import XCTest

// All that a module needs for steps in every test case. It hides that `RetryableTestCase` conforms by itself, and whose
// overrides are to be asked.
extension XCTestCase: @retroactive TargetedAutoRetry {}

/// Counts how often the hook of a test case is asked.
private final class Hook {
  var count = 0

  func ask() -> RecoveryAction {
    count += 1
    return .retry
  }
}

/// Runs steps that fail, and checks what their policy allowed and how often the hook was asked.
extension XCTestCase {
  fileprivate func failInVain() -> Int {
    autoRetry(mainAction: {}, successCondition: { false }, failTestOnFailure: false)
  }

  fileprivate func failInVainAsync() async -> Int {
    await autoRetry(mainAction: { await Task.yield() }, successCondition: { false }, failTestOnFailure: false)
  }

  fileprivate func failInVainForValue() -> Int? {
    do {
      try autoRetry("Value", operation: {}, until: { false })
      return nil
    } catch let error as RetryExhausted {
      return error.failedAttempts.count
    } catch {
      return nil
    }
  }
}

final class RetryableConsumers: RetryableTestCase {
  private let hook = Hook()

  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { hook.ask() }

  func testOverridesAreAsked() {
    XCTAssertEqual(autoRetry(mainAction: {}, successCondition: { false }, failTestOnFailure: false), 2)
    XCTAssertEqual(hook.count, 2)
    XCTAssertEqual(failInVain(), 2)
    XCTAssertEqual(failInVainForValue(), 2)
    XCTAssertEqual(hook.count, 6)
  }

  func testOverridesAreAskedAsync() async {
    let retries = await failInVainAsync()
    XCTAssertEqual(retries, 2)
    XCTAssertEqual(hook.count, 2)
  }

  func testIssuesAreWithheld() {
    let retries = autoRetry(
      mainAction: { XCTAssertEqual(RetryAttempt.current?.number, 2) },
      successCondition: { true }
    )
    XCTAssertEqual(retries, 1)
    XCTAssertEqual(hook.count, 1)
  }
}

/// Overrides nothing, so what its superclass says holds.
final class BaseConsumers: BaseTestCase {
  func testMembersOfTheBaseClassAreAsked() {
    XCTAssertEqual(failInVain(), 3)
  }
}

final class OverridingBaseConsumers: BaseTestCase {
  private let hook = Hook()

  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 0) }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { hook.ask() }

  func testOverridesAreAsked() {
    XCTAssertEqual(failInVain(), 1)
    XCTAssertEqual(hook.count, 1)
  }
}

/// A class that has no other conformance has the defaults: what it declares is its own, and nothing calls it.
final class PlainConsumers: XCTestCase {
  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  func testMembersAreNotAsked() {
    XCTAssertEqual(failInVain(), 4)
  }
}
