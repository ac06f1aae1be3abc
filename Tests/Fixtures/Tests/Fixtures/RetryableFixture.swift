import Foundation
import TargetedAutoRetry
import XCTest

/// Steps whose attempts assert, in a test case that withholds issues.
final class RetryableFixture: RetryableTestCase {
  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    attempt.actionDescription == "Crash" ? .abort("the app crashed") : .retry
  }

  func testAssertionThenSuccess() {
    var attempt = 0
    autoRetry(
      mainAction: {
        attempt += 1
        XCTAssertEqual(attempt, 2, "not yet")  // withheld assertion
      },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }

  func testAssertionThenSuccessAsync() async {
    var attempt = 0
    await autoRetry(
      mainAction: {
        attempt += 1
        await Task.yield()
        XCTAssertEqual(attempt, 2, "not yet")
      },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }

  func testExhausted() {
    var attempt = 0
    autoRetry(  // retryable exhausted
      mainAction: {
        attempt += 1
        XCTFail("first of attempt \(attempt)")  // first
        XCTFail("second of attempt \(attempt)")  // second
      },
      successCondition: { true },
      actionDescription: "Sign In",
      retryAttempts: 1
    )
  }

  func testErrorAfterAssertion() throws {
    var attempt = 0
    try autoRetry(
      mainAction: {
        attempt += 1
        if attempt == 1 {
          XCTFail("the reason")
          throw CocoaError(.fileNoSuchFile)
        }
      },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }

  func testUnwraps() throws {
    var found: String?
    try autoRetry(
      mainAction: {
        defer { found = "it" }
        _ = try XCTUnwrap(found)
      },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }

  func testNest() {
    var outer = 0
    var innermost = 0
    autoRetry(
      mainAction: {
        outer += 1
        autoRetry(
          mainAction: {
            autoRetry(
              mainAction: {
                innermost += 1
                XCTAssertEqual(outer, 2, "innermost")
              },
              successCondition: { true },
              actionDescription: "Innermost",
              retryAttempts: 1
            )
          },
          successCondition: { true },
          actionDescription: "Middle",
          retryAttempts: 1
        )
      },
      successCondition: { true },
      actionDescription: "Outer",
      retryAttempts: 1
    )
    XCTAssertEqual(innermost, 5)
  }

  func testAbort() {
    var attempts = 0
    autoRetry(
      mainAction: {
        autoRetry(  // abort
          mainAction: { attempts += 1 },
          successCondition: { false },
          actionDescription: "Crash",
          failTestOnFailure: false
        )
      },
      successCondition: { true },
      actionDescription: "Outer"
    )
    XCTAssertEqual(attempts, 1)
  }

  func testWorkerThread() {
    var attempt = 0
    autoRetry(
      mainAction: {
        attempt += 1
        guard attempt == 1 else { return }
        let done = DispatchSemaphore(value: 0)
        let scope = RetryScope.current
        Thread.detachNewThread {
          scope.perform { XCTFail("from a worker thread") }
          done.signal()
        }
        done.wait()
      },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }

  func testPageObject() {
    var attempt = 0
    autoRetry(
      mainAction: {
        attempt += 1
        if attempt == 1 { PageObject().open() }
      },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }

  func testStepOfPageObject() {
    XCTAssertEqual(PageObject().fillIn(), 1)
  }

  func testWorkerThreadAfterInnerStep() {
    var attempt = 0
    autoRetry(
      mainAction: {
        attempt += 1
        autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "Inner")
        guard attempt == 1 else { return }
        let done = DispatchSemaphore(value: 0)
        let scope = RetryScope.current
        Thread.detachNewThread {
          scope.perform { XCTFail("from a worker thread") }
          done.signal()
        }
        done.wait()
      },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }

  func testStepsSideBySide() async {
    let bothAreInAttempts = Gate()
    let firstHasFailed = Gate()
    let page = PageObject()
    async let first = page.autoRetry(
      mainAction: {
        guard RetryAttempt.current?.number == 1 else { return }
        await bothAreInAttempts.wait()
        XCTFail("of the first step")
        await firstHasFailed.open()
      },
      successCondition: { true },
      actionDescription: "First"
    )
    async let second = page.autoRetry(
      mainAction: {
        await bothAreInAttempts.open()
        await firstHasFailed.wait()
      },
      successCondition: { true },
      actionDescription: "Second"
    )
    let retries = await [first, second]
    XCTAssertEqual(retries, [1, 0])
  }

  func testAttemptThatHangs() async throws {
    let retries = try await autoRetry(
      mainAction: {
        guard RetryAttempt.current?.number == 1 else { return }
        XCTFail("before it hangs")
        try await Task.sleep(for: .seconds(60))
      },
      successCondition: { true },
      policy: RetryPolicy(attemptTimeLimit: .milliseconds(500))
    )
    XCTAssertEqual(retries, 1)
  }

  func testIssueAfterItsAttempt() async {
    let stepIsOver = Gate()
    var late: Task<Void, Never>?
    await autoRetry(
      mainAction: {
        late = Task {
          await stepIsOver.wait()
          XCTFail("late")  // late
        }
        await Task.yield()
      },
      successCondition: { true },
      actionDescription: "Sign In"
    )
    await stepIsOver.open()
    await late?.value
  }

  func testAssertionInResetSteps() {
    var attempt = 0
    autoRetry(
      mainAction: { attempt += 1 },
      successCondition: { attempt == 2 },
      resetSteps: { XCTFail("in reset steps") },
      actionDescription: "Sign In"
    )
  }

  func testStateIsRestored() throws {
    XCTAssertThrowsError(
      try autoRetry(mainAction: { throw CancellationError() }, successCondition: { true }, actionDescription: "First")
    )
    var attempt = 0
    let retries = autoRetry(
      mainAction: {
        attempt += 1
        XCTAssertEqual(attempt, 2, "withheld")
      },
      successCondition: { true },
      actionDescription: "Second"
    )
    XCTAssertEqual(retries, 1)
  }

  func testSkipAfterAssertion() throws {
    try autoRetry(
      mainAction: {
        XCTFail("before the skip")
        throw XCTSkip("not here")
      },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }
}
