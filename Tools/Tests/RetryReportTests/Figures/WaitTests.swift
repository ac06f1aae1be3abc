import Testing

@testable import RetryReport

@Suite struct WaitTests {
  private func wait(
    _ action: String = "First cell",
    outcome: String = "passed",
    ms: Int64 = 100,
    limitMs: Int64? = 1_000,
    line: Int = 24
  ) -> Row {
    .sample(kind: "wait", outcome: outcome, action: action, durationMs: ms, line: line, limitMs: limitMs)
  }

  @Test func `waits of one name are one row, with the times of the successful ones`() {
    let rows =
      (1...100).map { wait(ms: $0) } + [wait(outcome: "timedOut", ms: 1_000), wait(outcome: "aborted", ms: 5)]
      + [wait(ms: 50, line: 25), wait("Other")]
    let waits = Report(rows).waits
    #expect(waits.map(\.name) == ["First cell", "Other"])
    let first = waits[0]
    #expect([first.example.line, first.total, first.passed, first.timedOut, first.aborted] == [24, 103, 101, 1, 1])
    #expect([first.durations.percentile(50), first.durations.percentile(95)] == [50, 95])
    #expect(first.limitMs == 1_000)
    #expect(first.shareOfLimit == 0.095)
  }

  @Test func `a wait is measured by the largest limit of its name`() {
    let report = Report([wait(ms: 300, limitMs: 1_000), wait(ms: 900, limitMs: 3_000), wait(ms: 900, limitMs: nil)])
    #expect(TextFormat.render(report).contains("  3.0 s        30.0 %\n"))
    #expect(Report([wait(limitMs: nil)]).waits[0].shareOfLimit == nil)
  }

  @Test func `waits do not change any other figure`() throws {
    let steps = Row.steps("Sign In", passes: 9, failing: ["lost": 1], run: "run")
    let singles: [Row] = [
      wait(outcome: "timedOut"), wait(), wait("Sign In", outcome: "recovered"),
    ]
    let (alone, together) = (Report(steps), Report(singles + steps + singles))
    #expect(together.headline.replacing("4 of 6 waits failed. ", with: "") == alone.headline)
    #expect(together.figures.flakes == alone.figures.flakes)
    #expect(together.figures.lostMs == alone.figures.lostMs)
    #expect(together.figures.outermostMs == alone.figures.outermostMs)
    #expect(together.figures.timeSpan?.upperBound == alone.figures.timeSpan?.upperBound)
    #expect(together.actions.map(\.action) == ["Sign In"])
    func retried(_ rows: [Row]) -> [String] { TestTimelines(rows).steps.filter { !$0.isWait }.map(\.row.stepID) }
    #expect(retried(singles + steps + singles) == retried(steps))
    let gates = Gates(actionFlakeRate: 10, exhausted: true)
    #expect(gates.failures(together) == [])
    #expect(GitHubFormat.ofFailures(together) == GitHubFormat.ofFailures(alone))
    let (baseline, known) = (Baseline.of([singles + steps]), Baseline.of([steps]))
    #expect(try baseline.json() == known.json())
    #expect(together.waits.map(\.total).reduce(0, +) == 6)
  }

  @Test func `a summary lists the worst waits and the number of the others`() {
    let report = Report((1...22).map { wait("Wait \($0)", ms: Int64($0)) })
    let text = TextFormat.render(report)
    #expect(text.contains("Wait 22") && text.contains("Wait 3 ") && !text.contains("Wait 2 "))
    #expect(text.hasSuffix("\n2 more waits.\n"))
  }

  @Test(
    arguments: [(0, 0), (7, 7), (100, 100), (999, 999), (1_001, 1_010), (123_456, 124_000)] as [(Int64, Int64)]
  )
  func `large times are rounded up to three digits`(value: Int64, rounded: Int64) {
    var histogram = Histogram()
    histogram.add(value)
    #expect(histogram.percentile(95) == rounded)
  }
}
