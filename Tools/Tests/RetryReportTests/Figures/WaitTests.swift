import Testing

@testable import RetryReport
@testable import RunComparison

@Suite struct WaitTests {
  private func wait(_ action: String = "First cell", outcome: String = "passed", run: String = "run", line: Int = 24)
    -> Row
  {
    .sample(
      kind: "wait",
      outcome: outcome,
      action: action,
      maxAttempts: 1,
      runID: run,
      stepID: "\(action)\(outcome)\(run)\(line)",
      line: line
    )
  }

  @Test func `waits with the same name are one row of the actions`() throws {
    let failed = ["timedOut", "aborted"].map { wait(outcome: $0, run: "2") }
    let others = [.sample(action: "First cell", runID: "3"), wait("Other", run: "3")]
    let rows = (0..<9).map { wait(run: "1", line: $0) } + failed + others
    let report = Report(rows)
    #expect(report.actions.map(\.title) == ["Wait: First cell", "First cell", "Wait: Other"])
    let first = report.actions[0]
    #expect([first.runs, first.passed, first.failed, first.recovered] == [11, 9, 2, 0])
    #expect(first.mood == .bad && report.history.text(of: first) == ".F-")
    let line = "2 of 2 · Steps.swift:24: The success condition was false after 20 ms."
    #expect(TextFormat.render(report).contains("Wait: First cell     11          9          –       2      –  "))
    #expect(TextFormat.render(report).contains("\n    \(line)\n"))
    #expect(report.totals == "1 step in 3 runs: 0 failed, 0 recovered (0.0 %). 2 of 12 waits failed.")
    let page = HTMLFormat.render(FullReport(rows))
    #expect(page.contains(##"<a href="#step-2-0">Wait: First cell</a>"##))
    #expect(page.contains(#"<span class="name">Wait: First cell <span class="bad-text">timed out</span></span>"#))
    let last = try JSONFormat.render(report).ranges(of: "\"unit\" : \"wait\"")
    #expect(last.count == 2)
  }

  @Test func `waits do not change figures, gates or baselines`() throws {
    let steps = Row.steps("Sign In", passes: 9, failing: ["lost": 1], run: "run")
    let singles = [wait(outcome: "timedOut"), wait(), wait("Sign In", outcome: "aborted")]
    let (alone, together) = (Report(steps), Report(singles + steps + singles))
    #expect(together.headline == alone.headline)
    #expect(together.totals.replacing(" 4 of 6 waits failed.", with: "") == alone.totals)
    #expect(together.flakeRate == alone.flakeRate)
    #expect(together.figures.flakes == alone.figures.flakes)
    #expect(together.figures.lostMs == alone.figures.lostMs)
    #expect(together.figures.outermostMs == alone.figures.outermostMs)
    #expect(together.actions.filter { $0.unit == .step }.map(\.runs) == [10])
    func retried(_ rows: [Row]) -> [String] { TestTimelines(rows).steps.filter { !$0.isWait }.map(\.row.stepID) }
    #expect(retried(singles + steps + singles) == retried(steps))
    let gates = Gates(actionFlakeRate: 0, exhausted: true)
    #expect(gates.failures(together) == gates.failures(alone))
    #expect(GitHubFormat.ofFailures(together) == GitHubFormat.ofFailures(alone))
    let (baseline, known) = (Baseline.of([singles + steps]), Baseline.of([steps]))
    #expect(try baseline.json() == known.json())
  }
}
