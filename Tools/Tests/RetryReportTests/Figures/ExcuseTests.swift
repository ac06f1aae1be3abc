import Testing

@testable import RetryReport

@Suite struct ExcuseTests {
  private func retried(_ because: String? = nil, expires: String = "", startMs: Int64 = 0, line: Int = 24) -> Row {
    .sample(outcome: "recovered", startMs: startMs, line: line, expires: expires, because: because)
  }

  private func due(_ rows: [Row], today: String = "2026-11-21") -> DueExcuses { DueExcuses(Report(rows), today: today) }

  @Test(arguments: [
    ("recovered", 4, 1), ("exhausted", 4, 1), ("exhausted", 1, 0), ("passed", 4, 0), ("aborted", 4, 0),
  ])
  func `a step that was retried has an excuse, or is told`(outcome: String, maxAttempts: Int, count: Int) {
    for (because, unexcused) in [(nil, count), ("slow", 0), ("", count)] {
      let row = Row.sample(outcome: outcome, maxAttempts: maxAttempts, because: because)
      #expect(due([row]).unexcused.count == unexcused)
    }
  }

  @Test func `what the newest row of a file says counts, wherever the line has gone`() {
    let rows = [retried("new", startMs: 2, line: 30), retried("old", expires: "2026-01-31", startMs: 1)]
    #expect(Report(rows).actions[0].excuses.all.map(\.reason) == ["new"])
    #expect(due(rows).expired.isEmpty)
    let gone = [retried("old", startMs: 1), retried(startMs: 2)]
    #expect(due(gone).sections.last?.hasSuffix("\n    Launch: 2 steps at Tests/ShopTests/Steps.swift:24") == true)
    // A row that needs no excuse takes none away.
    #expect(Report([retried("old"), .sample(startMs: 9)]).actions[0].excuses.all.count == 1)
  }

  @Test(arguments: [
    ("2026-11-20", 1, 0), ("2026-11-21", 0, 1), ("2026-12-20", 0, 1), ("2026-12-21", 0, 0), ("", 0, 0), ("soon", 0, 0),
  ])
  func `an excuse is over after its last day, and announced a month before`(expires: String, over: Int, soon: Int) {
    let due = due([retried("slow", expires: expires)])
    #expect([due.expired.count, due.soonExpired.count] == [over, soon])
  }

  @Test func `a step that was told to stop has no excuse in its reason`() {
    let stopped = Row.sample(outcome: "exhausted", attempt: 2, reason: "The app crashed")
    #expect(Report([stopped]).actions[0].excuses.all == [])
  }

  @Test(arguments: [(nil, 0), (0, 1), (1, 0)] as [(Int?, Int)])
  func `a step that passed without its action was done already`(actionRuns: Int?, count: Int) {
    let report = Report([.sample(actionRuns: actionRuns), .sample(outcome: "exhausted", actionRuns: 0)])
    #expect(report.actions[0].doneAlready == count)
  }
}
