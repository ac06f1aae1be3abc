import Foundation
import Testing

@testable import RetryReport

@Suite struct AuditTests {
  @Test func `a step that passed at once in every run needs no retry, and the runs are counted`() {
    var rows: [Row] = []
    for step in 0..<118 { rows.append(.sample(action: "Launch", runID: "\(step % 59)", stepID: "a\(step)")) }
    rows.append(.sample(action: "Sign In", runID: "1", stepID: "b"))
    rows.append(.sample(outcome: "recovered", action: "Map", attempt: 2, runID: "1", stepID: "c"))
    let audit = Audit(Report(rows), today: "2026-11-21")
    #expect(audit.neverRetried.map(\.action) == ["Launch"])
    #expect(audit.tooFew.map(\.action) == ["Sign In"])
    #expect(
      audit.text.contains("    Launch: 118 steps in 59 of 59 runs; without retries at most 5 % of the runs fail\n")
    )
    #expect(audit.text.contains("too few runs to take the retries away.\n    Sign In: 1 step in 1 of 59 runs\n"))
  }

  @Test func `a step that succeeded once is flaky, and one that never did is broken`() {
    var rows: [Row] = []
    rows.append(.sample(outcome: "exhausted", action: "Flaky", stepID: "a"))
    rows.append(.sample(outcome: "recovered", action: "Flaky", attempt: 2, stepID: "b"))
    rows.append(.sample(outcome: "exhausted", action: "Broken", stepID: "c"))
    rows.append(.sample(outcome: "timedOut", action: "Broken", stepID: "d"))
    let audit = Audit(Report(rows), today: "2026-11-21")
    #expect(audit.broken.map(\.action) == ["Broken"])
  }

  @Test(arguments: [("2026-01-31", 0), ("2026-02-01", 1)])
  func `an excuse has expired when its last day is over`(today: String, expired: Int) async throws {
    let audit = Audit(await Golden.report(), today: today)
    #expect(audit.expired.count == expired)
  }
}
