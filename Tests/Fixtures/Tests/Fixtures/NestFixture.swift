import TargetedAutoRetry
import XCTest

/// Steps three deep, of which the innermost always fails.
final class NestFixture: RetryableTestCase {
  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 2) }

  func testCheckout() {
    autoRetry(
      mainAction: {
        autoRetry(
          mainAction: {
            autoRetry(
              mainAction: { XCTAssertEqual("Basket (0)", "Basket (1)", "the basket is empty") },
              successCondition: { true },
              actionDescription: "Tap"
            )
          },
          successCondition: { true },
          actionDescription: "Add Shoes"
        )
      },
      successCondition: { true },
      actionDescription: "Checkout"
    )
  }

  func testVoucher() { Voucher.add(self) }

  func testSeveralCauses() throws { try Voucher.addBySeveralCauses(self) }

  func testNestThatIsOnlyLogged() {
    autoRetry(  // page that is only logged
      mainAction: swipe,
      successCondition: { true },
      actionDescription: "Page",
      retryAttempts: 1,
      failTestOnFailure: false
    )
  }

  func testNestThatThrows() throws {
    try autoRetry("Page", retryAttempts: 1, mainAction: swipe)  // page that throws
  }

  func testCausesThatDifferInATime() throws {
    autoRetry("Wait", retryAttempts: 1) {
      let text = "wait \(attempt).0 s"
      autoWait("Label", for: .zero) { noted(text, as: "label") == "" }
    } until: {
      true
    }
    try autoRetry("Value", retryAttempts: 1) {
      _ = try? load("load 0.0 s")
      _ = try load("load \(attempt).0 s")
    } until: {
      true
    }
  }

  private var attempt: Int { RetryAttempt.current?.number ?? 0 }

  private func load(_ problem: String) throws -> Int {
    try autoRetry("Load", retryAttempts: 0) { throw Voucher.Broken(description: problem) }
  }

  func testTimeLimitBesideAnInnerFailure() async {
    await autoRetry("Page", retryAttempts: 0, policy: RetryPolicy(attemptTimeLimit: .milliseconds(50))) {
      swipe()
      try? await Task.sleep(for: .seconds(60))
    } until: {
      true
    }
  }

  func testFlakyNest() {
    flaky(.notFixable(reason: "it is here to fail", maxRetryCount: 1)) { Voucher.add(self) }
  }

  private func swipe() {
    autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Swipe", retryAttempts: 0)  // own swipe
  }

  func testSideBySide() async {
    await autoRetry(
      mainAction: {
        async let ada: Void = TapPage().tap("Ada")
        async let grace: Void = TapPage().tap("Grace")
        _ = await (ada, grace)
      },
      successCondition: { false },
      actionDescription: "Checkout",
      retryAttempts: 1
    )
  }

  func testSecondAssertion() {
    autoRetry(
      mainAction: {
        let isFirst = RetryAttempt.current?.number == 1
        autoRetry(
          mainAction: {
            guard isFirst else { return }
            XCTFail("the basket is empty")
            XCTFail("the total is wrong")
          },
          successCondition: { true },
          actionDescription: "Tap",
          retryAttempts: 0
        )
      },
      successCondition: { true },
      actionDescription: "Checkout"
    )
  }

  func testAssertionBeforeHang() async {
    await autoRetry(
      mainAction: {
        guard RetryAttempt.current?.number == 1 else { return }
        XCTFail("the basket is empty")
        try? await Task.sleep(for: .seconds(60))
      },
      successCondition: { true },
      actionDescription: "Checkout",
      policy: RetryPolicy(attemptTimeLimit: .milliseconds(20))
    )
  }

  func testProbe() {
    autoRetry(
      mainAction: {
        let isFirst = RetryAttempt.current?.number == 1
        autoWait("Banner", for: .milliseconds(1), failTestOnFailure: false, until: { false })
        autoRetry(
          mainAction: {
            autoWait("Badge", for: .milliseconds(1), failTestOnFailure: false, until: { false })
            if isFirst { XCTFail("the basket is empty") }
          },
          successCondition: { true },
          actionDescription: "Tap",
          retryAttempts: 0
        )
      },
      successCondition: { true },
      actionDescription: "Checkout"
    )
  }

  func testRerun() {
    flaky(.notFixable(reason: "it is here to fail", maxRetryCount: 1)) {
      autoRetry(
        mainAction: {
          autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Tap", failTestOnFailure: false)
        },
        successCondition: { false },
        actionDescription: "Checkout"
      )
    }
  }
}

private struct TapPage: TargetedAutoRetry {
  func tap(_ name: String) async {
    await autoRetry(
      mainAction: { try? await Task.sleep(for: .milliseconds(20)) },
      successCondition: { false },
      actionDescription: name,
      retryAttempts: 1,
      failTestOnFailure: false
    )
  }
}

/// Nests that fail in both frameworks.
enum Voucher {
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  static func add(_ test: some TargetedAutoRetry) {
    let policy = RetryPolicy(retryAttempts: 2)
    test.autoRetry(  // add
      mainAction: {
        test.autoRetry(  // open
          mainAction: {
            test.autoRetry(  // tap
              mainAction: {},
              successCondition: { false },
              actionDescription: "Tap Voucher",
              policy: policy
            )
          },
          successCondition: { true },
          actionDescription: "Open Voucher",
          policy: policy
        )
      },
      successCondition: { true },
      actionDescription: "Add Voucher",
      policy: policy
    )
  }

  /// Fails in its first attempt by two inner steps, in its second by another, and in its third by itself.
  static func addBySeveralCauses(_ test: some TargetedAutoRetry) throws {
    try test.autoRetry(  // add by several
      mainAction: {
        let attempt = RetryAttempt.current?.number
        if attempt == 2 {
          test.autoRetry(  // swipe
            mainAction: {},
            successCondition: { false },
            actionDescription: "Swipe",
            retryAttempts: 0
          )
        }
        if attempt != 1 { return }
        for cause in ["late after 3.0 s", "late after 5.0 s"] {
          try test.autoRetry(  // tap by several
            mainAction: { throw Broken(description: cause) },
            successCondition: { true },
            actionDescription: "Tap",
            retryAttempts: 0
          )
        }
      },
      successCondition: { false },
      actionDescription: "Add",
      retryAttempts: 2
    )
  }
}
