import Testing

@testable import RetryReport

@Suite struct WaitTests {
  private func wait(
    _ action: String = "First cell",
    outcome: String = "passed",
    ms: Int64 = 100,
    limitMs: Int64? = 1_000,
    line: Int = 24,
    burnIn: Int? = nil
  ) -> Row {
    .sample(
      kind: "wait",
      outcome: outcome,
      action: action,
      maxAttempts: 1,
      stepID: "w",
      durationMs: ms,
      line: line,
      burnIn: burnIn,
      limitMs: limitMs
    )
  }

  private func finding(_ rows: [Row]) -> String? {
    Advice(Report(rows), today: "2027-01-01").findings.first?.sentences.first
  }

  @Test func `waits of one name are one row, wherever they are, with the times of those that came true`() {
    let rows =
      (1...100).map { wait(ms: $0) } + [wait(outcome: "timedOut", ms: 1_000), wait(outcome: "aborted", ms: 5)]
      + [wait(ms: 50, line: 25), wait("Other")]
    let waits = Report(rows).waits
    #expect(waits.map(\.name) == ["First cell", "Other"])
    let first = waits[0]
    #expect([first.place.line, first.total, first.passed, first.timedOut, first.aborted] == [24, 103, 101, 1, 1])
    #expect(first.otherPlaces == "and 1 other place")
    #expect([first.durations.percentile(50), first.durations.percentile(95)] == [50, 95])
    #expect(first.limits == 1_000...1_000)
    #expect(first.shareOfLimit == 0.095)
    #expect(first.failures.map(\.durationMs) == [1_000, 5])
  }

  @Test func `times of waits are rounded up to three digits, by 1 percent at most`() {
    #expect(Report([wait(ms: 1_001)]).waits[0].durations.percentile(95) == 1_010)
    #expect(Report([wait(ms: 999)]).waits[0].durations.percentile(95) == 999)
  }

  @Test func `a wait is measured by its own limit, whatever others have`() {
    let rows = [wait(ms: 300, limitMs: 1_000), wait(ms: 900, limitMs: 3_000), wait(ms: 900, limitMs: nil)]
    let figures = Report(rows).waits[0]
    #expect(figures.shareOfLimit == 0.3)
    #expect(figures.limits == 1_000...3_000)
    #expect(TextFormat.render(Report(rows)).contains("  1.0 s to 3.0 s  "))
    #expect(Report([wait(limitMs: nil)]).waits[0].shareOfLimit == nil)
  }

  @Test func `whatever waits and burn-ins do, all other figures are what they were`() throws {
    let steps = Row.steps("Sign In", passes: 9, failing: ["lost": 1], run: "run")
    let singles: [Row] = [
      wait(outcome: "timedOut"), wait(), wait("Sign In", outcome: "recovered"), wait(burnIn: 3),
      .sample(kind: "burn_in", outcome: "exhausted", action: "Sign In", burnIn: 1),
      .sample(kind: "attempt", outcome: "failed", action: "Sign In", stepID: "b", durationMs: 50, burnIn: 1),
      .sample(outcome: "recovered", action: "Sign In", stepID: "b", durationMs: 90, taxMs: 50, burnIn: 1),
      .sample(kind: "attempt", outcome: "failed", action: "Died", stepID: "c", burnIn: 2),
    ]
    let (alone, together) = (Report(steps), Report(singles + steps + singles))
    #expect(together.headline.replacing("4 of 6 waits did not come true. ", with: "") == alone.headline)
    #expect(together.flakes == alone.flakes)
    #expect(together.lostMsByAction == alone.lostMsByAction)
    #expect(together.outermostMs == alone.outermostMs)
    #expect(together.timeSpan?.upperBound == alone.timeSpan?.upperBound)
    #expect(together.actions.map(\.action) == ["Sign In"])
    func retried(_ rows: [Row]) -> [Timeline] { TestTimelines(rows).all.flatMap(\.steps).filter { !$0.isWait } }
    #expect(retried(singles + steps + singles) == retried(steps))
    let gates = Gates(actionFlakeRate: 10, exhausted: true)
    #expect(gates.failures(together) == [])
    let warnings = GitHubFormat.render(together).split(separator: "\n").filter { !$0.contains("title=Wait%3A") }
    #expect(warnings.joined(separator: "\n") + "\n" == GitHubFormat.render(alone))
    let (baseline, known) = (Baseline.of([singles + steps]), Baseline.of([steps]))
    #expect(try baseline.json() == known.json())
    #expect(together.stepsInBurnIns == 2)
    #expect(together.waits.map(\.total).reduce(0, +) == 6)
  }

  @Test(arguments: [(800, nil), (801, "The limit is nearly used up: ")] as [(Int64, String?)])
  func `a limit of which 95 percent of the waits leave less than a fifth is nearly used up`(ms: Int64, text: String?) {
    let found = finding((1...19).map { _ in wait(ms: ms) } + [wait(ms: 999)])
    #expect(found?.prefix(29).description == text)
  }

  @Test func `a limit that some did not keep is told, and whether more time would have helped`() {
    #expect(
      finding([wait(ms: 900), wait(outcome: "timedOut", ms: 1_000)])
        == "The limit is nearly used up: 95 % of the 1 that came true took at most 900 ms, 90.0 % of it. "
        + "for: .milliseconds(1800) leaves room."
    )
    #expect(
      finding([wait(ms: 10), wait(outcome: "timedOut", ms: 1_000)])
        == "Some ran out, but not for want of time: 95 % of the 1 that came true took at most 10 ms, 1.0 % of it. "
        + "Look for what was missing."
    )
    #expect(finding([wait(outcome: "timedOut")]) == "It never came true, which says nothing about its limit.")
  }

  @Test(
    arguments: [
      (20, 99, 5_000, true), (19, 99, 5_000, false), (20, 100, 5_000, false), (20, 9, 4_999, false),
    ] as [(Int, Int64, Int64, Bool)]
  )
  func `a limit is far too long if 20 waits took less than a fiftieth, and it is 5 s at least`(
    count: Int,
    ms: Int64,
    limitMs: Int64,
    isTooLong: Bool
  ) {
    let found = finding((1...count).map { _ in wait(ms: ms, limitMs: limitMs) })
    #expect((found?.hasPrefix("The limit is far longer than it takes: ") ?? false) == isTooLong)
  }

  @Test(arguments: [(0, 1_000), (99, 1_000), (200, 2_000)] as [(Int64, Int64)])
  func `a limit that is far too long could be ten times what is needed, and a second at least`(ms: Int64, limit: Int64)
  {
    let found = finding((1...20).map { _ in wait(ms: ms, limitMs: 60_000) })
    #expect(found?.hasSuffix(" A failure would show sooner with for: .milliseconds(\(limit)).") == true)
  }

  @Test func `a summary lists the worst waits, and says how many more there are`() {
    let report = Report((1...22).map { wait("Wait \($0)", ms: Int64($0)) })
    let text = TextFormat.render(report)
    #expect(text.contains("Wait 22") && text.contains("Wait 3 ") && !text.contains("Wait 2 "))
    #expect(text.hasSuffix("\n2 more waits.\n"))
    #expect(TextFormat.render(report, isComplete: true).contains("Wait 1 "))
  }

  @Test func `of more burn-ins than anybody could look at, the rest is counted without its place`() {
    let report = Report((1...10_002).map { .sample(kind: "burn_in", line: $0, burnIn: 1) })
    #expect(report.burnIns.count == 10_001)
    #expect(report.burnIns.first { $0.call.place.file.isEmpty }?.runs == 2)
  }
}
