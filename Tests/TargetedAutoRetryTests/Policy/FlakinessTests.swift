import Foundation
import Testing

@testable import TargetedAutoRetry

@Suite struct FlakinessTests {
  private static let flakiness = Flakiness.fixable(
    reason: "The tap is lost",
    bug: "https://bugs.example/17",
    expires: "2023-11-14"
  )

  @Test(arguments: DriverKind.allCases)
  func `the reason of a step is in the log of its recovery`(driver: DriverKind) async throws {
    let bench = Workbench()
    try await bench.step(driver, Checks(.no, .yes), policy: RetryPolicy(because: Self.flakiness))
    #expect(
      bench.log.last
        == "♻️♻️♻️✅ Open required 1 retry attempt before success. Recovered by retrying. "
        + "Because: The tap is lost (https://bugs.example/17)."
    )
  }

  /// The clock of the workbench starts on 2023-11-14 at 22:13:20.
  @Test(arguments: DriverKind.allCases)
  func `a step whose reason has expired is not retried`(driver: DriverKind) async throws {
    let policy = RetryPolicy(retryAttempts: 2, because: Self.flakiness)
    let today = Workbench()
    #expect(try await today.step(driver, Checks(.no), policy: policy) == 3)
    let tomorrow = Workbench(variables: ["AUTO_RETRY_ATTEMPTS": "5"])
    tomorrow.time.advance(by: .seconds(2 * 3_600))
    #expect(try await tomorrow.step(driver, Checks(.no), policy: policy) == 1)
    #expect(
      tomorrow.failures.first?.message.hasPrefix(
        "♻️♻️♻️❌ [FAIL] Open failed and has no retries, because its documented reason has expired "
          + "(2023-11-14, The tap is lost (https://bugs.example/17))."
      ) == true
    )
    #expect(try await tomorrow.step(driver, Checks(.yes), policy: policy) == 1)
    #expect(tomorrow.failures.count == 1)
  }
}
