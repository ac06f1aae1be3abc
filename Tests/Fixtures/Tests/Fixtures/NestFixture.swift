import TargetedAutoRetry
import XCTest

/// Steps three deep, of which the innermost always fails.
final class NestFixture: RetryableTestCase {
  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 2) }

  func testCheckout() {
    step("Checkout") {
      step("Add Shoes") {
        step("Tap") { XCTAssertEqual("Basket (0)", "Basket (1)", "the basket is empty") }
      }
    }
  }

  func testVoucher() { Voucher.add(self) }

  func testChangingAssertion() { Voucher.openShop(self) { XCTFail("taps is \($0)") } }  // changing XCTFail

  func testSeveralCauses() throws { try Voucher.addBySeveralCauses(self) }

  func testSecondAssertion() {
    step("Checkout") {
      let isFirst = RetryAttempt.current?.number == 1
      step("Tap", retries: 0) {
        guard isFirst else { return }
        XCTFail("the basket is empty")
        XCTFail("the total is wrong")
      }
    }
  }

  func testProbe() {
    step("Checkout") {
      let isFirst = RetryAttempt.current?.number == 1
      autoWait("Banner", for: .milliseconds(1), failTestOnFailure: false, until: { false })
      step("Tap", retries: 0) {
        autoWait("Badge", for: .milliseconds(1), failTestOnFailure: false, until: { false })
        if isFirst { XCTFail("the basket is empty") }
      }
    }
  }
}

/// Nests that fail in both frameworks.
enum Voucher {
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  static func add(_ test: some TargetedAutoRetry) {
    let policy = RetryPolicy(retryAttempts: 2)
    test.step("Add Voucher", policy: policy) {  // add
      test.step("Open Voucher", policy: policy) {  // open
        test.step("Tap Voucher", policy: policy, until: { false })  // tap
      }
    }
  }

  /// Fails in each attempt by another text, of an assertion or of a condition.
  static func openShop(_ test: some TargetedAutoRetry, fail: (Int) -> Void = { _ in }) {
    let policy = RetryPolicy(retryAttempts: 2)
    var taps = 0
    test.step("Open Shop", policy: policy) {  // open shop
      test.step("Open Page", policy: policy) {  // open page
        test.step("Open Sheet", policy: policy, until: { noted(taps, as: "taps") == 0 }) {  // open sheet
          taps += 1
          fail(taps)
        }
      }
    }
  }

  /// Fails in its first attempt by two inner steps, in its second by another, and in its third by its own condition.
  static func addBySeveralCauses(_ test: some TargetedAutoRetry) throws {
    try test.step("Add", retries: 2, until: { false }) {  // add by several
      let attempt = RetryAttempt.current?.number
      if attempt == 2 {
        test.step("Swipe", retries: 0, until: { false })  // swipe
      }
      if attempt != 1 { return }
      for cause in ["late after 3.0 s", "late after 5.0 s"] {
        try test.step("Tap", retries: 0) { throw Broken(description: cause) }  // tap by several
      }
    }
  }
}
