import Testing

@testable import RetryReport

@Suite struct FlakinessTests {
  private func row(
    _ because: String? = nil,
    _ outcome: String = "recovered",
    expires: String = "",
    run: Int64 = 1,
    line: Int = 24
  ) -> Row {
    .sample(outcome: outcome, runID: "\(run)", startMs: run, line: line, expires: expires, because: because)
  }

  @Test func `the reasons of the newest run count, even if lines moved`() {
    let rows = [row("new", run: 2, line: 30), row("old", expires: "2026-01-31", run: 1)]
    #expect(Report(rows).actions[0].flakiness.all.map(\.reason) == ["new"])
    // A row that needs no reason does not remove one.
    #expect(Report([row("old"), row(nil, "passed", run: 9)]).actions[0].flakiness.all.count == 1)
    #expect(Report([row("old"), row(run: 2)]).actions[0].flakiness.all.isEmpty)
  }

  @Test func `each retried call needs a reason, and only retried calls do`() {
    func areValid(_ rows: [Row]) -> Bool { Report(rows).actions[0].flakiness.areValid(on: "2026-11-21") }
    let documented = row("slow", expires: "2026-12-31", line: 20)
    #expect(areValid([documented]))
    // A reason without an expiry date does not count.
    #expect(!areValid([row("slow", line: 20)]))
    #expect(!areValid([row(line: 10), documented]) && !areValid([documented, row(line: 30)]))
    #expect(areValid([row(nil, "passed", line: 10), documented]))
    // A documented call that is not retried decides nothing.
    for expires in ["", "2026-01-31"] {
      #expect(areValid([documented, row("quick", "passed", expires: expires, line: 30)]))
      #expect(areValid([documented, row("quick", "passed", expires: expires, run: 2, line: 30)]))
    }
    #expect(!areValid([row("quick", "passed", expires: "2026-12-31")]))
    // The newest run with a retry decides.
    #expect(areValid([row(line: 10), row("slow", expires: "2026-12-31", run: 2, line: 12)]))
    #expect(!areValid([documented, row(run: 2, line: 10)]))
  }

  @Test(
    arguments: [
      "never", "9999-99-99", "2027-02-30", "2999-13-01", "2999-12-00", "2999", "29991231", "2999/12/31", "99999-01-01",
      "٢٩٩٩-١٢-٣١", "2999-12-31T00:00:00Z", " 2999-12-31", "2999-12-1", "+2999-1-01", "2999-12-31\n",
    ]
  )
  func `a reason is valid only until a calendar day, and only if it says why`(expires: String) {
    func areValid(_ because: String, _ expires: String) -> Bool {
      Report([row(because, expires: expires)]).actions[0].flakiness.areValid(on: "2026-11-21")
    }
    #expect(areValid("slow", "2026-11-21") && areValid("slow", "2028-02-29") && !areValid("slow", "2026-11-20"))
    #expect(!areValid("slow", expires) && !areValid("", "2999-12-31") && !areValid(" ", "2999-12-31"))
  }

  @Test func `the page shows a documented reason of several files once`() {
    let rows = ["a", "b"].map { Row.sample(outcome: "recovered", file: "\($0).swift", because: "slow") }
    #expect(HTMLFormat.render(FullReport(rows)).ranges(of: "Documented reason: slow").count == 1)
  }

  @Test(arguments: [("2026-11-20", true), ("2026-11-21", false), ("", false), ("soon", false)])
  func `a documented reason expires after its last valid day`(expires: String, isExpired: Bool) {
    let reasons = Report([row("slow", expires: expires)]).actions[0].flakiness.all
    #expect(reasons.map { $0.isExpired(on: "2026-11-21") } == [isExpired])
  }
}
