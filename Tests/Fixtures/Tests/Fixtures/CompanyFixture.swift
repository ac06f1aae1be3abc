import CompanyTestCases
import Foundation
import TargetedAutoRetry
import XCTest

/// Tests in a company's base class; each name gives the expected colour.
final class CompanyFixture: CompanyTestCase, @unchecked Sendable {
  private var attempt = 0

  /// A step whose first attempt runs a closure.
  private func step(retryAttempts: Int = 3, failTestOnFailure: Bool = true, first: () throws -> Void) rethrows {
    try autoRetry(
      mainAction: {
        attempt += 1
        if attempt == 1 { try first() }
      },
      successCondition: { true },
      actionDescription: "Sign In",
      retryAttempts: retryAttempts,
      failTestOnFailure: failTestOnFailure
    )
  }

  override func setUpWithError() throws {
    if name.contains("SetUpThrows") { throw CocoaError(.fileNoSuchFile) }
    if name.contains("StepInSetUp") { step { XCTFail("not yet") } }
    if name.contains("ErrorAfterStepInSetUp") { throw CocoaError(.fileNoSuchFile) }
  }

  override func tearDown() {
    if name.contains("StepInTearDown") { step { XCTFail("not yet") } }
    if name.contains("AssertionInTearDown") { XCTFail("in tear-down") }
  }

  func testGreenAssertion() {
    step { XCTFail("not yet") }
    XCTAssertEqual(seen, ["begin"])
  }

  func testGreenAssertionAsync() async {
    await autoRetry(
      mainAction: {
        attempt += 1
        await Task.yield()
        XCTAssertEqual(attempt, 2, "not yet")
      },
      successCondition: { true }
    )
  }

  func testGreenPageObject() { XCTAssertEqual(PageObject().fillIn(), 1) }

  func testGreenNest() {
    step { PageObject().open() }
  }

  func testGreenStepInSetUp() {}

  func testGreenStepInTearDown() {}

  func testGreenWithoutContinuing() {
    continueAfterFailure = false
    step { XCTFail("not yet") }
    XCTAssertEqual(attempt, 2)
  }

  func testGreenCarriedByAThread() {
    step {
      let scope = RetryScope.current
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        scope.perform { XCTFail("not yet") }
        done.signal()
      }
      done.wait()
    }
  }

  func testRedThread() {
    step {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        XCTFail("a bug")
        done.signal()
      }
      done.wait()
    }
  }

  func testRedExhausted() {
    step(retryAttempts: 0, failTestOnFailure: false) { XCTFail("a bug") }
    XCTAssertEqual(seen, ["begin", "issue"])
  }

  func testRedOutside() {
    step {}
    XCTFail("a bug")
  }

  func testRedThrownByTheTest() throws {
    step { XCTFail("not yet") }
    throw CocoaError(.fileNoSuchFile)
  }

  func testRedThrownThroughAStep() throws {
    try autoRetry(
      mainAction: { throw CocoaError(.fileNoSuchFile) },
      successCondition: { true },
      policy: RetryPolicy(isRetryable: { _ in false })
    )
  }

  func testRedSetUpThrows() {}

  func testRedErrorAfterStepInSetUp() {}

  func testRedAssertionInTearDown() { step { XCTFail("not yet") } }

  func testSkip() throws {
    step { XCTFail("not yet") }
    throw XCTSkip("not here")
  }

  func testRedSkipAfterAssertion() throws {
    try step {
      XCTFail("a bug")
      throw XCTSkip("not here")
    }
  }

  /// XCTest reports a wait from a thread of its own.
  func testRedWait() {
    step { wait(for: [XCTestExpectation(description: "never")], timeout: 0.01) }
  }

  func testRedFlakyScope() {
    flaky(.fixable(reason: "slow map")) { XCTFail("a bug") }  // flaky scope of a company
  }

  /// Runs the test of another instance inside an attempt; its issues are its own, and this test goes on afterwards.
  func testGreenAfterAnotherInstance() {
    let other = CompanyFixture(name: "testOther") { testCase in
      (testCase as? CompanyFixture)?.step { testCase.fail("not yet") }
    }
    step { other.run() }
    XCTAssertEqual(attempt, 1)
    // XCTest now has no running test, so it drops assertions.
    attempt = 0
    step { fail("not yet") }
    if attempt != 2 { fail("this test has forgotten that it withholds") }
    let retries = OtherPage().autoRetry(
      mainAction: { if RetryAttempt.current?.number == 1 { fail("not yet") } },
      successCondition: { true }
    )
    if retries != 1 { fail("page objects have forgotten this test") }
    if other.testRun?.totalFailureCount != 0 { fail("the other instance has failed") }
  }

  func testRedAfterAnotherInstance() {
    let other = CompanyFixture(name: "testOther") { testCase in testCase.fail("a bug of the other") }
    step { other.run() }
    if other.testRun?.totalFailureCount == 1 { fail("a bug") }
  }

  private static let isWithheld = DispatchSemaphore(value: 0)
  private static let testIsOver = DispatchSemaphore(value: 0)
  private static let stepIsOver = DispatchSemaphore(value: 0)

  func testRedStepOutlivesItsTest1() {
    Thread.detachNewThread { [self] in
      step {
        XCTFail("a bug")
        Self.isWithheld.signal()
        Self.testIsOver.wait()
        // The process goes on, and the running test has the failure.
        fail("late")
      }
      Self.stepIsOver.signal()
    }
    Self.isWithheld.wait()
  }

  func testRedStepOutlivesItsTest2() {
    Self.testIsOver.signal()
    Self.stepIsOver.wait()
  }
}

extension CompanyFixture {
  private static let nextTestRuns = DispatchSemaphore(value: 0)
  private static let stepIsOverToo = DispatchSemaphore(value: 0)

  func testRedStepOfATestThatIsOver1() {
    Thread.detachNewThread { [self] in
      Self.nextTestRuns.wait()
      autoRetry(
        mainAction: { if RetryAttempt.current?.number == 1 { XCTFail("a bug") } },
        successCondition: { RetryAttempt.current?.number == 2 }
      )
      Self.stepIsOverToo.signal()
    }
  }

  func testRedStepOfATestThatIsOver2() {
    Self.nextTestRuns.signal()
    Self.stepIsOverToo.wait()
  }
}

private struct OtherPage: TargetedAutoRetry {}

extension XCTestCase {
  /// Records a failure even if XCTest does not know that this test runs.
  fileprivate func fail(_ message: String) {
    recordFailure(withDescription: "failed - \(message)", inFile: #filePath, atLine: #line, expected: true)
  }
}

final class InvokingFixture: InvokingTestCase {
  func testGreen() { autoRetry(mainAction: {}, successCondition: { true }) }

  func testRed() {
    let retries = autoRetry(
      mainAction: { XCTAssertEqual(RetryAttempt.current?.number, 2, "not withheld") },
      successCondition: { true }
    )
    XCTAssertEqual(retries, 0)
  }
}

final class RecordingFixture: RecordingTestCase {
  func testRed() {
    autoRetry(
      mainAction: { XCTAssertEqual(RetryAttempt.current?.number, 2, "not withheld") },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }
}

final class CautiousFixture: CautiousTestCase {
  func testGreen() {
    let retries = autoRetry(
      mainAction: { XCTAssertEqual(RetryAttempt.current?.number, 2, "not yet") },
      successCondition: { true }
    )
    XCTAssertEqual(retries, 1)
  }

  func testGreenWait() {
    autoRetry(
      mainAction: {
        if RetryAttempt.current?.number == 1 { wait(for: [XCTestExpectation(description: "never")], timeout: 0.01) }
      },
      successCondition: { true }
    )
  }

  func testGreenOnRerun() {
    print("> run \(retryCount)")
    flaky(.fixable(reason: "slow map")) { XCTAssertEqual(retryCount, 1) }
  }

  func testRed() {
    autoRetry(
      mainAction: {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          XCTFail("a bug")
          done.signal()
        }
        done.wait()
      },
      successCondition: { true }
    )
  }

  /// Two equal issues count as two.
  func testRedTwice() {
    for _ in 1...2 { XCTFail("a bug") }
  }

  /// An issue of an attempt is withheld although an equal one has failed the test before.
  func testRedOnce() {
    for isInAttempt in [false, true] {
      let bug = { XCTFail("a bug") }
      if !isInAttempt {
        bug()
      } else {
        autoRetry(
          mainAction: { if RetryAttempt.current?.number == 1 { bug() } },
          successCondition: { true }
        )
      }
    }
  }
}

final class GarrulousFixture: GarrulousTestCase {
  func testGreen() {
    autoRetry(
      mainAction: { XCTAssertEqual(RetryAttempt.current?.number, 2, "not yet") },
      successCondition: { true }
    )
  }

  func testRed() {
    autoRetry(
      mainAction: { XCTFail("a bug") },
      successCondition: { true },
      retryAttempts: 0,
      failTestOnFailure: false
    )
  }

  /// The first issue of the override is recorded together with the failure of the inner step.
  func testRedBesideAnInnerStep() {
    autoRetry(mainAction: { PageObject().open() }, successCondition: { true }, retryAttempts: 0)
  }
}
