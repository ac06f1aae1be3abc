import TargetedAutoRetry
import XCTest

/// Steps three deep, of which the innermost always fails.
final class NestFixture: RetryableTestCase {
  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 2) }

  func testVoucher() { Voucher.add(self) }

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
}
