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
}
