import Foundation
import TargetedAutoRetry
import XCTest

/// One step for each way to end; the name of the test says which.
final class StepFixture: FixtureTestCase {
  func testExhausted() {
    var launches = 0
    step("Launch", until: { false }, reset: {}) { launches += 1 }  // exhausted
    XCTAssertEqual(launches, 4)
  }

  func testExhaustedAsync() async {
    await stepLater("Launch", retries: 1, until: { nil }) {}  // exhausted async
  }

  func testExhaustedOften() {
    for number in 1...300 { step("Launch \(number)", retries: 0, until: { false }) }
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

  func testOptionalAssertion() {
    step("Save", retries: 0, failsTest: false, until: { false }) { XCTFail("a bug") }
  }

  func testAssertionInAttempt() {
    step("Launch", until: { RetryAttempt.current?.number == 3 }) { XCTAssertEqual(RetryAttempt.current?.number, 3) }
  }

  func testStepInAttempt() {
    step("Launch", retries: 1, until: { RetryAttempt.current?.number == 2 }) {
      step("Inner", retries: 0, until: { RetryAttempt.current == nil })
    }
  }

  func testChecksValues() {
    struct Account { var isComplete = false }
    final class Page { var isLoaded = false }
    let short = RetryPolicy(retryAttempts: 1)
    _ = try? autoRetry("Load", within: .milliseconds(1), policy: short) {
      Account()
    } until: {
      $0.isComplete
    }
    _ = try? autoRetry("Open", within: .milliseconds(1), policy: short) {
      [Page()]
    } until: {
      $0[0].isLoaded
    }
    _ = try? autoRetry("Find", policy: short) {
      Account()
    } until: {
      $0.isComplete
    }
  }

  func testExpectsError() {
    XCTAssertThrowsError(try autoRetry("Request", retryAttempts: 0) { throw URLError(.timedOut) })
  }

  func testCaught() {
    XCTAssertThrowsError(try autoRetry("Find", retryAttempts: 0) { Int?.none })
  }

  func testHidden() {
    _ = try? autoRetry("Find", retryAttempts: 0) { Int?.none }  // hidden
  }

  func testHiddenInReset() {
    _ = try? step("Launch", until: { false }, reset: { throw URLError(.timedOut) })  // hidden in reset
  }

  private func reachServer() throws {
    try autoRetry("Reach Server") { throw XCTSkip("no server") }  // skips
  }

  func testHasNoCondition() {
    autoRetry("Tap") {}  // tap
    XCTFail("not signed in")
  }

  func testAssertsInStep() {
    autoRetry("Tap") { XCTAssertTrue(true) }
    autoRetry("Sign In", retryAttempts: 0) { XCTFail("not signed in") }
  }

  func testLeavesTaskBehind() {
    Task {
      await CurrentTest().autoRetry("Log In") {
        try? await Task.sleep(for: .seconds(60))
      } until: {
        true
      }
    }
    Thread.sleep(forTimeInterval: 0.1)
  }

  func testSwallowsSkip() { try? reachServer() }
  func testTakesSkip() throws { try reachServer() }

  func testFindsNothing() {
    XCTAssertThrowsError(try autoRetry("Find", retryAttempts: 1) { Int?.none })
  }

  func testIsFalse() {
    autoRetry("Is Open", retryAttempts: 1, failTestOnFailure: false) { false }
  }

  /// The test wants the error.
  func testRefused() {
    XCTAssertThrowsError(
      try autoRetry("Find", policy: RetryPolicy(isRetryable: { _ in false })) { throw URLError(.timedOut) }
    )
  }

  /// The task runs only after the wait.
  @MainActor func testBlocksMainActor() async {
    var isDone = false
    let wait = { self.autoWait("Refreshes", for: .milliseconds(50), failTestOnFailure: false) { isDone } }
    Task { isDone = true }
    XCTAssertFalse(wait())
  }

  func testNotFailing() {
    step("Launch", retries: 1, failsTest: false, until: { false })
  }

  func testNegativeRetryAttempts() {
    step("Launch", retries: -1) { XCTFail("must not run") }  // negative
  }

  /// The action runs twice, and each run leaves an item behind.
  private func addToCart(expecting count: Int) {
    var cart: [String] = []
    step("Add to Cart", until: { cart.count == 2 }) { cart.append("kettle") }  // leftover
    XCTAssertEqual(cart.count, count)
  }

  func testFailsAfterReset() {
    step("Empty Cart", until: { RetryAttempt.current?.number == 2 }, reset: {})
    XCTFail("a bug")
  }

  func testAddsTwo() { addToCart(expecting: 2) }
  func testLeavesOne() { addToCart(expecting: 1) }
  func testLeavesTwo() { addToCart(expecting: 2) }

  func testRecovered() {
    step("Launch", until: { RetryAttempt.current?.number == 3 }, reset: {})
  }
}

final class StaticPolicyFixture: XCTestCase, TargetedAutoRetry {
  static let retryPolicy = RetryPolicy(retryAttempts: 1)

  func testTap() {
    autoRetry("Tap", within: .milliseconds(1)) {
    } until: {
      false
    }
    OwnPolicyFixture().tap()
  }

  func testRecovers() {
    autoRetry("Tap") {
    } until: {
      RetryAttempt.current?.number == 3
    }
  }
}

struct OwnPolicyFixture: TargetedAutoRetry {
  static let retryPolicy = RetryPolicy(retryAttempts: 1)
  var retryPolicy: RetryPolicy { Self.retryPolicy }

  func tap() {
    autoRetry("Tap", within: .milliseconds(1)) {
    } until: {
      false
    }
  }
}
