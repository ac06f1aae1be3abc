import Foundation
import Testing

@testable import RetryReport

@Suite struct AuditTests {
  @Test func `a step that passed at once in every run needs no retry, and the runs are counted`() {
    var figures = FigureCollector()
    for step in 0..<102 { figures.add(.sample(action: "Launch", runID: "\(step % 3)", stepID: "a\(step)")) }
    figures.add(.sample(action: "Sign In", runID: "1", stepID: "b"))
    figures.add(.sample(outcome: "recovered", action: "Map", attempt: 2, runID: "1", stepID: "c"))
    let audit = Audit(Report(input: Input(), figures: figures), today: "2026-11-21")
    #expect(audit.neverRetried.map(\.action) == ["Launch"])
    #expect(audit.tooFew.map(\.action) == ["Sign In"])
    #expect(audit.text.contains("    Launch: 102 steps in 3 of 3 runs\n"))
    #expect(audit.text.contains("fewer than 100 steps: that says little yet.\n    Sign In: 1 step\n"))
  }

  @Test func `a step that succeeded once is flaky, and one that never did is broken`() {
    var figures = FigureCollector()
    figures.add(.sample(outcome: "exhausted", action: "Flaky", stepID: "a"))
    figures.add(.sample(outcome: "recovered", action: "Flaky", attempt: 2, stepID: "b"))
    figures.add(.sample(outcome: "exhausted", action: "Broken", stepID: "c"))
    figures.add(.sample(outcome: "timedOut", action: "Broken", stepID: "d"))
    let audit = Audit(Report(input: Input(), figures: figures), today: "2026-11-21")
    #expect(audit.broken.map(\.action) == ["Broken"])
  }

  @Test(arguments: [("2026-01-31", 0), ("2026-02-01", 1)])
  func `an excuse has expired when its last day is over`(today: String, expired: Int) async throws {
    let audit = Audit(await Golden.report(), today: today)
    #expect(audit.expired.count == expired)
  }
}
