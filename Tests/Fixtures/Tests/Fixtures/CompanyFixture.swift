import CompanyTestCases
import Foundation
import TargetedAutoRetry
import XCTest

/// Tests in a company's base class; each name gives the expected color.
final class CompanyFixture: CompanyTestCase, @unchecked Sendable {
  private var attempt = 0

  /// A step whose first attempt runs a closure.
  private func stepWhoseFirstAttempt(retryAttempts: Int = 3, failTestOnFailure: Bool = true, first: () -> Void) {
    step("Sign In", retries: retryAttempts, failsTest: failTestOnFailure) {
      attempt += 1
      if attempt == 1 { first() }
    }
  }

  func testGreenAssertion() {
    stepWhoseFirstAttempt { XCTFail("not yet") }
    XCTAssertEqual(seen, ["begin"])
  }

  func testRedExhausted() {
    stepWhoseFirstAttempt(retryAttempts: 0, failTestOnFailure: false) { XCTFail("a bug") }
    XCTAssertEqual(seen, ["begin", "issue"])
  }

  /// XCTest reports a wait from a thread of its own.
  func testRedWait() {
    stepWhoseFirstAttempt { wait(for: [XCTestExpectation(description: "never")], timeout: 0.01) }
  }

  func testRedValue() throws {
    try autoRetry("Load", retryAttempts: 0) { Int?.none }  // value in a company
  }

  func testRedNotRetryable() throws {
    try autoRetry("Load", policy: RetryPolicy(isRetryable: { _ in false })) {  // not retryable in a company
      throw CocoaError(.fileNoSuchFile)
    }
  }

  func testRedInnerStep() throws {
    try autoRetry("Load", retryAttempts: 0) {  // inner step in a company
      step(retries: 0, until: { false })
      return 1
    }
  }

  func testRedFlakyScope() {
    flaky(.fixable(reason: "slow map")) { XCTFail("a bug") }  // flaky scope of a company
  }

  /// Runs the test of another instance inside an attempt; its issues are its own, and this test continues afterwards.
  func testGreenAfterAnotherInstance() {
    let other = CompanyFixture(name: "testOther") { testCase in
      (testCase as? CompanyFixture)?.stepWhoseFirstAttempt { testCase.fail("not yet") }
    }
    stepWhoseFirstAttempt { other.run() }
    XCTAssertEqual(attempt, 1)
    // XCTest now has no running test, so it drops assertions.
    attempt = 0
    stepWhoseFirstAttempt { fail("not yet") }
    if attempt != 2 { fail("this test has forgotten that it holds issues back") }
    let retries = PageObject().step { if RetryAttempt.current?.number == 1 { fail("not yet") } }
    if retries != 1 { fail("page objects have forgotten this test") }
    if other.testRun?.totalFailureCount != 0 { fail("the other instance has failed") }
  }

  func testRedAfterAnotherInstance() {
    let other = CompanyFixture(name: "testOther") { testCase in testCase.fail("a bug of the other") }
    stepWhoseFirstAttempt { other.run() }
    if other.testRun?.totalFailureCount == 1 { fail("a bug") }
  }

  private static let isWithheld = DispatchSemaphore(value: 0)
  private static let testIsOver = DispatchSemaphore(value: 0)
  private static let stepIsOver = DispatchSemaphore(value: 0)

  func testRedStepOutlivesItsTest1() {
    Thread.detachNewThread { [self] in
      stepWhoseFirstAttempt {
        XCTFail("a bug")
        Self.isWithheld.signal()
        Self.testIsOver.wait()
        // The process continues.
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

extension XCTestCase {
  /// Records a failure even if XCTest does not know that this test runs.
  fileprivate func fail(_ message: String) {
    recordFailure(withDescription: "failed - \(message)", inFile: #filePath, atLine: #line, expected: true)
  }
}

final class InvokingFixture: InvokingTestCase {
  func testRed() {
    let retries = step { XCTAssertEqual(RetryAttempt.current?.number, 2, "not held back") }
    XCTAssertEqual(retries, 0)
  }
}

final class RecordingFixture: RecordingTestCase {
  func testRed() {
    step("Sign In") { XCTAssertEqual(RetryAttempt.current?.number, 2, "not held back") }
  }
}

final class CautiousFixture: CautiousTestCase {
  func testGreen() {
    let retries = step { XCTAssertEqual(RetryAttempt.current?.number, 2, "not yet") }
    XCTAssertEqual(retries, 1)
  }

  func testGreenOnRerun() {
    print("> run \(retryCount)")
    flaky(.fixable(reason: "slow map")) { XCTAssertEqual(retryCount, 1) }
  }

  func testRed() {
    step {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        XCTFail("a bug")
        done.signal()
      }
      done.wait()
    }
  }

  /// Two equal issues count as two.
  func testRedTwice() {
    for _ in 1...2 { XCTFail("a bug") }
  }

  /// An issue of an attempt is held back although an equal one failed the test before.
  func testRedOnce() {
    for isInAttempt in [false, true] {
      let bug = { XCTFail("a bug") }
      if !isInAttempt {
        bug()
      } else {
        step { if RetryAttempt.current?.number == 1 { bug() } }
      }
    }
  }
}

final class GarrulousFixture: GarrulousTestCase {
  func testRed() {
    step(retries: 0, failsTest: false) { XCTFail("a bug") }
  }

  /// The first issue of the override is recorded together with the failure of the inner step.
  func testRedBesideAnInnerStep() {
    step(retries: 0) { PageObject().open() }
  }
}
