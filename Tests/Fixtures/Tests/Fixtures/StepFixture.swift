import TargetedAutoRetry
import XCTest

/// One step for each way to end; the name of the test says which.
final class StepFixture: FixtureTestCase {
  func testExhausted() {
    var launches = 0
    autoRetry(  // exhausted
      mainAction: { launches += 1 },
      successCondition: { false },
      resetSteps: {},
      actionDescription: "Launch"
    )
    XCTAssertEqual(launches, 4)
  }

  func testExhaustedAsync() async {
    await autoRetry(  // exhausted async
      mainAction: { await Task.yield() },
      successCondition: { nil },
      actionDescription: "Launch",
      retryAttempts: 1
    )
  }

  func testExhaustedOften() {
    for _ in 1...300 { launch() }
  }

  func testExhaustedInHelper() {
    launch()  // exhausted in helper
  }

  func testExhaustedInEBayOrder() {
    autoRetry(  // exhausted in eBay order
      mainAction: {},
      successCondition: { false },
      resetSteps: {},
      retryAttempts: 1,
      actionDescription: "Launch"
    )
  }

  func testExhaustedInPageObject() {
    PageObject().open()  // exhausted in page object
  }

  func testInnerStepFails() {
    autoRetry(
      mainAction: {
        autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Tap", retryAttempts: 0)
      },
      successCondition: { true },
      actionDescription: "Launch"
    )
  }

  func testAssertionInAttempt() {
    var attempt = 0
    autoRetry(
      mainAction: {
        attempt += 1
        XCTAssertEqual(attempt, 3)
      },
      successCondition: { attempt == 3 },
      actionDescription: "Launch"
    )
  }

  func testNotFailing() {
    autoRetry(
      mainAction: {},
      successCondition: { false },
      actionDescription: "Launch",
      retryAttempts: 1,
      failTestOnFailure: false
    )
  }

  func testNegativeRetryAttempts() {
    autoRetry(  // negative
      mainAction: { XCTFail("must not run") },
      successCondition: { true },
      actionDescription: "Launch",
      retryAttempts: -1
    )
  }

  func testSkipped() throws {
    try autoRetry(
      mainAction: { throw XCTSkip("not here") },
      successCondition: { true },
      actionDescription: "Launch"
    )
  }

  func testRecovered() {
    var launches = 0
    autoRetry(
      mainAction: { launches += 1 },
      successCondition: { launches == 3 },
      resetSteps: {},
      actionDescription: "Launch"
    )
  }

  func testRecoveredInside() {
    autoRetry(mainAction: testRecovered, successCondition: { true }, actionDescription: "Open")
  }

  func testRehearsed() {
    autoRetry(mainAction: {}, successCondition: { true }, resetSteps: {}, actionDescription: "Launch")
  }
}
