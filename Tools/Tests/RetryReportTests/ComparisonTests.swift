import Foundation
import Testing

@testable import RetryReport

@Suite struct ComparisonTests {
  @Test func `a cause that was never seen is named, with its tests and places`() throws {
    let now = RunCounts.sum(
      Row.steps("Sign In", passes: 95, failing: ["lost": 4, "Could not decode 12": 1], run: "now")
    )
    let comparison = Comparison(now, with: Baseline.tenRuns)
    #expect(comparison.newCauses.map(\.cause.kind.text) == ["error: Could not decode #"])
    let new = try #require(comparison.newCauses.first)
    #expect(new.cause.tests == ["ShopTests.SearchTests/testSearch"])
    #expect(new.cause.places.map(\.text) == ["Tests/ShopTests/Steps.swift:24"])
    #expect(new.expectedShare == 0)
    #expect(comparison.risen.isEmpty && comparison.newActions.isEmpty)
    #expect(comparison.failures(onNewCause: true, onRegression: true) == ["1 of the causes are new, in: Sign In."])
    #expect(comparison.failures(onNewCause: false, onRegression: true) == [])
  }

  @Test func `the same causes at the same rate are nothing`() {
    let comparison = Comparison(
      RunCounts.sum(Row.steps("Sign In", passes: 95, failing: ["lost": 5], run: "now")),
      with: Baseline.tenRuns
    )
    #expect(comparison.newCauses.isEmpty && comparison.risen.isEmpty && comparison.fallen.isEmpty)
  }

  @Test func `a rate that rose is named, and one that fell too`() {
    let worse = Comparison(
      RunCounts.sum(Row.steps("Sign In", passes: 80, failing: ["lost": 20], run: "now")),
      with: Baseline.tenRuns
    )
    #expect(worse.risen.map(\.action) == ["Sign In"])
    #expect(worse.risen.first?.now == Rate(count: 20, total: 100))
    #expect(worse.risen.first?.then == Rate(count: 50, total: 1_000))
    #expect(
      worse.failures(onNewCause: true, onRegression: true) == ["More first attempts fail than before, in: Sign In."]
    )
    let better = Comparison(
      RunCounts.sum(Row.steps("Sign In", passes: 400, failing: [:], run: "now")),
      with: Baseline.tenRuns
    )
    #expect(better.fallen.map(\.action) == ["Sign In"])
    #expect(better.risen.isEmpty)
  }

  @Test func `what could not have been seen is said`() throws {
    let few = Comparison(
      RunCounts.sum(Row.steps("Sign In", passes: 1, failing: [:], run: "now")),
      with: Baseline.tenRuns
    )
    #expect(try #require(few.sensitivities.first).detectableRate == nil)
    let many = Comparison(
      RunCounts.sum(Row.steps("Sign In", passes: 190, failing: ["lost": 10], run: "now")),
      with: Baseline.tenRuns
    )
    let rate = try #require(many.sensitivities.first?.detectableRate)
    #expect(rate > 0.1 && rate < 0.2)
  }

  @Test func `an action that is new has no causes that are known`() {
    let comparison = Comparison(
      RunCounts.sum(Row.steps("Pay", passes: 5, failing: ["declined": 1], run: "now")),
      with: Baseline.tenRuns
    )
    #expect(comparison.newActions == ["Pay"])
    #expect(comparison.newCauses.map(\.isOfNewAction) == [true])
  }

  @Test func `rows of several runs are taken for one`() throws {
    let runs = ["a", "b"].map { Row.steps("Sign In", passes: 1, failing: ["lost": 2, "broken \($0)": 1], run: $0) }
    let action = try #require(RunCounts.sum(runs[0] + runs[1]).actions["Sign In"])
    #expect("\([action.steps, action.firstFailures, action.recovered, action.failed])" == "[8, 6, 6, 0]")
    #expect(action.causes.values.map(\.steps).sorted() == [1, 1, 4])
    #expect(action.tests.values.map(\.steps) == [8])
  }

  @Test func `skips, rehearsals and whole tests are no failures, and a process that died is one`() throws {
    var rehearsed = Row.sample(kind: "attempt", outcome: "failed", stepID: "a", cause: "rehearsal")
    rehearsed.errorMessage = "rehearsal"
    var skipped = Row.sample(outcome: "aborted", stepID: "b", cause: "error")
    skipped.stoppedBy = "skip"
    let died = Row.sample(kind: "attempt", outcome: "failed", stepID: "c", cause: "condition")
    let counts = RunCounts.sum([
      rehearsed, .sample(outcome: "recovered", attempt: 2, stepID: "a", cause: "rehearsal"), skipped, died,
      .sample(outcome: "recovered", attempt: 2, stepID: "d", cause: "issue", unit: "test"),
    ])
    let action = try #require(counts.actions["Launch"])
    #expect("\([action.steps, action.firstFailures, action.failed])" == "[1, 1, 1]")
    #expect(action.causes.count == 1)
  }

  @Test func `the page has what was found, and the rates of the runs`() {
    let rows = Row.steps("Sign In", passes: 79, failing: ["lost <b>": 20, "Could not decode 12": 1], run: "now")
    let runs = ["a", "b"].map { RunCounts(id: $0, startMs: 0, actions: RunCounts.sum(rows).actions) }
    let page = HTMLFormat.render(
      FullReport(
        Report([]),
        counts: RunCounts.sum(rows),
        comparison: Comparison(RunCounts.sum(rows), with: Baseline.tenRuns),
        history: History(runs, by: .run)
      )
    )
    #expect(page.contains("<h3>New cause in Sign In</h3>\n<p>Could not decode 12</p>"))
    #expect(page.contains("<h3>New cause in Sign In</h3>\n<p>lost &lt;b&gt;</p>"))
    #expect(page.contains("<h3>Risen: Sign In</h3>"))
    #expect(page.matches(of: /<rect x/).count == 2)
  }

  @Test func `machines read the same`() throws {
    let now = RunCounts.sum(
      Row.steps("Sign In", passes: 79, failing: ["lost": 20, "Could not decode 12": 1], run: "now")
    )
    let json = try JSONSerialization.jsonObject(
      with: Data(ComparisonFormat.json(Comparison(now, with: Baseline.tenRuns)).utf8)
    )
    let document = try #require(json as? [String: Any])
    let cause = try #require((document["newCauses"] as? [[String: Any]])?.first)
    #expect(cause["kind"] as? String == "error: Could not decode #")
    let risen = try #require((document["risen"] as? [[String: Any]])?.first)
    #expect((risen["now"] as? [String: Int]) == ["count": 21, "total": 100])
  }

  @Test func `people read what was found`() {
    let now = RunCounts.sum(
      Row.steps("Sign In", passes: 79, failing: ["lost": 20, "Could not decode 12": 1], run: "now")
        + Row.steps("::stop-commands::x", passes: 1, failing: [:], run: "now")
    )
    let text = ComparisonFormat.text(Comparison(now, with: Baseline.tenRuns))
    #expect(
      text == """
        101 steps, compared with 10 runs: 1 new cause, 1 risen rate, 0 rates that fell.

        New cause: Sign In: Could not decode 12
            1 step, 1 attempt at Tests/ShopTests/Steps.swift:24
            in ShopTests.SearchTests/testSearch
            Of the failures of this action, 0.0 % were expected to be of a kind not seen before.

        Risen: Sign In: the first attempt failed in 21 of 100, 21.0 % (14.2 to 30.0), 50 of 1000, 5.0 % (3.8 to 6.5) before (p < 0.0001).

        New actions: \\::stop-commands::x

        What a run of this size shows, with 90 % probability:
            Sign In: a rise to 16.1 % or more (5.0 % so far; 100 steps)

        """
    )
    let markdown = ComparisonFormat.markdown(Comparison(now, with: Baseline.tenRuns))
    #expect(markdown.contains("- **New cause:** Sign In: Could not decode 12"))
    #expect(markdown.contains("- **Risen:** Sign In: "))
    let warnings = ComparisonFormat.github(Comparison(now, with: Baseline.tenRuns)).split(separator: "\n")
    #expect(warnings.count == 2)
    #expect(
      warnings[0].hasPrefix(
        "::warning file=Tests/ShopTests/Steps.swift,line=24,title=New cause%3A Sign In::Sign In: Could not decode 12. 1 step"
      )
    )
    #expect(
      warnings[1].hasPrefix("::warning title=Risen rate%3A Sign In::Sign In: the first attempt failed in 21 of 100")
    )
  }
}
