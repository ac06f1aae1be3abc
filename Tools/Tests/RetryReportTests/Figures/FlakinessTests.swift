import Testing

@testable import RetryReport

@Suite struct FlakinessTests {
  private func retried(_ because: String? = nil, expires: String = "", startMs: Int64 = 0, line: Int = 24) -> Row {
    .sample(outcome: "recovered", startMs: startMs, line: line, expires: expires, because: because)
  }

  @Test func `the newest documented reason counts, even if lines moved`() {
    let rows = [retried("new", startMs: 2, line: 30), retried("old", expires: "2026-01-31", startMs: 1)]
    #expect(Report(rows).actions[0].flakiness.all.map(\.reason) == ["new"])
    // A row that needs no reason does not remove one.
    #expect(Report([retried("old"), .sample(startMs: 9)]).actions[0].flakiness.all.count == 1)
  }

  @Test func `the page shows a documented reason of several files once`() {
    let rows = ["a", "b"].map { Row.sample(outcome: "recovered", file: "\($0).swift", because: "slow") }
    #expect(HTMLFormat.render(FullReport(rows)).ranges(of: "Documented reason: slow").count == 1)
  }

  @Test(arguments: [("2026-11-20", true), ("2026-11-21", false), ("", false), ("soon", false)])
  func `a documented reason expires after its last valid day`(expires: String, isExpired: Bool) {
    let reasons = Report([retried("slow", expires: expires)]).actions[0].flakiness.all
    #expect(reasons.map { $0.isExpired(on: "2026-11-21") } == [isExpired])
  }
}
