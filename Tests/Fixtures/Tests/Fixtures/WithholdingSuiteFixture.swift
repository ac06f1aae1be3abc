import TargetedAutoRetry
import Testing

/// Steps whose attempts have expectations, in Swift Testing.
@Suite struct WithholdingSuiteFixture: TargetedAutoRetry {
  @Test func nest() { Voucher.add(self) }

  @Test func expectedNest() { withKnownIssue { Voucher.add(self) } }

  @Test func changingAssertion() { Voucher.openShop(self) { Issue.record("taps is \($0)") } }  // changing issue

  @Test func loopInEachAttempt() {
    step("Taps", retries: 1) { for taps in 1...3 { #expect(taps == 0) } }
  }

  @Test func expectationThenSuccess() {
    step("Sign In") { #expect(RetryAttempt.current?.number == 2, "not yet") }
  }

  @Test func requirementThenSuccessAsync() async throws {
    try await stepLater("Sign In") {
      await Task.yield()
      try #require(RetryAttempt.current?.number == 2, "not yet")
    }
  }

  #if compiler(>=6.3)
    @Test func warningsAndKnownIssues() {
      let retries = step("Sign In") {
        Issue.record("only a warning", severity: .warning)
        withKnownIssue { Issue.record("known") }
      }
      #expect(retries == 0)
    }
  #endif

  /// Two hundred cases side by side; every second one has an issue in its first attempt.
  @Test(arguments: 0..<200)
  func sideBySide(number: Int) async {
    let retries = await stepLater("Step \(number)") {
      await Task.yield()
      if RetryAttempt.current?.number == 1, number.isMultiple(of: 2) { Issue.record("of case \(number)") }
      await Task.yield()
    }
    #expect(retries == (number.isMultiple(of: 2) ? 1 : 0))
  }
}
