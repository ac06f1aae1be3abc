import BaseTestCases
import TargetedAutoRetry
import XCTest

// The only line that a module needs for steps in every test case. It hides the conformance of `RetryableTestCase`,
// whose overrides must still be called.
extension XCTestCase: @retroactive TargetedAutoRetry {}

/// Counts the calls of a test case's hook.
private final class Hook {
  var count = 0

  func ask() -> RecoveryAction {
    count += 1
    return .retry
  }
}

extension XCTestCase {
  fileprivate func failInVain() -> Int {
    autoRetry(mainAction: {}, successCondition: { false }, failTestOnFailure: false)
  }
}

final class RetryableConsumers: RetryableTestCase {
  private let hook = Hook()

  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { hook.ask() }

  func testOverridesAreCalled() async {
    XCTAssertEqual(failInVain(), 2)
    XCTAssertEqual(hook.count, 2)
    let retries = await autoRetry(
      mainAction: { await Task.yield() },
      successCondition: { false },
      failTestOnFailure: false
    )
    XCTAssertEqual(retries, 2)
    XCTAssertThrowsError(try autoRetry("Value", mainAction: {}, until: { _ in false }))
    XCTAssertEqual(hook.count, 6)
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

/// It overrides nothing, so the members of its superclass apply.
final class BaseConsumers: BaseTestCase {
  func testMembersOfTheBaseClassAreCalled() {
    XCTAssertEqual(failInVain(), 3)
  }
}

final class OverridingBaseConsumers: BaseTestCase {
  private let hook = Hook()

  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 0) }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { hook.ask() }

  func testOverridesAreCalled() {
    XCTAssertEqual(failInVain(), 1)
    XCTAssertEqual(hook.count, 1)
  }
}

/// A class without another conformance has the defaults: its own members are not called.
final class PlainConsumers: XCTestCase {
  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  func testMembersAreNotCalled() {
    XCTAssertEqual(failInVain(), 4)
  }
}
