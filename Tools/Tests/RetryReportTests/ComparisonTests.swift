import Foundation
import Testing

@testable import RetryReport

@Suite struct ComparisonTests {
  /// Steps of one action: so many pass, so many fail once of each of these messages and recover.
  private func rows(_ action: String, passes: Int, failing: [String: Int], run: String, day: Int64 = 20_000) -> [Row] {
    let startMs = day * 86_400_000
    let passed = (0..<passes).map { Row.sample(action: action, runID: run, stepID: "\(run)p\($0)", startMs: startMs) }
    let failed = failing.sorted { $0.key < $1.key }.flatMap { message, count in
      (0..<count).flatMap { number -> [Row] in
        let id = "\(run)\(message)\(number)"
        var attempt = Row.sample(
          kind: "attempt",
          outcome: "failed",
          action: action,
          runID: run,
          stepID: id,
          cause: "error",
          startMs: startMs
        )
        attempt.errorMessage = message
        var step = Row.sample(
          outcome: "recovered",
          action: action,
          attempt: 2,
          runID: run,
          stepID: id,
          cause: "error",
          startMs: startMs,
          cure: "retrying"
        )
        step.errorMessage = message
        return [attempt, step]
      }
    }
    return passed + failed
  }

  private func counts(_ rows: [Row]) -> RunCounts { RunCounts(RunCounts.all(rows)) }

  private func baseline(_ runs: [[Row]], _ filter: RunFilter = RunFilter()) -> Baseline {
    Baseline(RunCounts.all(Array(runs.joined()), filter))
  }

  private var tenRuns: Baseline {
    baseline((1...10).map { rows("Sign In", passes: 95, failing: ["lost": 5], run: "run \($0)", day: 20_000 + $0) })
  }

  @Test func `a cause that was never seen is named, with its tests and places`() throws {
    let now = counts(rows("Sign In", passes: 95, failing: ["lost": 4, "Could not decode 12": 1], run: "now"))
    let comparison = Comparison(now, with: tenRuns)
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
    let comparison = Comparison(counts(rows("Sign In", passes: 95, failing: ["lost": 5], run: "now")), with: tenRuns)
    #expect(comparison.newCauses.isEmpty && comparison.risen.isEmpty && comparison.fallen.isEmpty)
  }

  @Test func `a rate that rose is named, and one that fell too`() {
    let worse = Comparison(counts(rows("Sign In", passes: 80, failing: ["lost": 20], run: "now")), with: tenRuns)
    #expect(worse.risen.map(\.action) == ["Sign In"])
    #expect(worse.risen.first?.now == Rate(count: 20, total: 100))
    #expect(worse.risen.first?.then == Rate(count: 50, total: 1_000))
    #expect(
      worse.failures(onNewCause: true, onRegression: true) == ["More first attempts fail than before, in: Sign In."]
    )
    let better = Comparison(counts(rows("Sign In", passes: 400, failing: [:], run: "now")), with: tenRuns)
    #expect(better.fallen.map(\.action) == ["Sign In"])
    #expect(better.risen.isEmpty)
  }

  @Test func `what could not have been seen is said`() throws {
    let few = Comparison(counts(rows("Sign In", passes: 1, failing: [:], run: "now")), with: tenRuns)
    #expect(try #require(few.sensitivities.first).detectableRate == nil)
    let many = Comparison(counts(rows("Sign In", passes: 190, failing: ["lost": 10], run: "now")), with: tenRuns)
    let rate = try #require(many.sensitivities.first?.detectableRate)
    #expect(rate > 0.1 && rate < 0.2)
  }

  @Test func `an action that is new has no causes that are known`() {
    let comparison = Comparison(counts(rows("Pay", passes: 5, failing: ["declined": 1], run: "now")), with: tenRuns)
    #expect(comparison.newActions == ["Pay"])
    #expect(comparison.newCauses.map(\.isOfNewAction) == [true])
  }

  @Test func `a baseline counts each run once, and knows when a cause was seen first and last`() throws {
    let baseline = tenRuns
    #expect(baseline.runs.count == 10)
    let action = try #require(baseline.actions.first { $0.action == "Sign In" })
    #expect("\([action.steps, action.firstFailures, action.recovered, action.failed])" == "[1000, 50, 50, 0]")
    let cause = try #require(action.causes.first)
    #expect(cause.steps == 50 && cause.attempts == 50)
    #expect([cause.first.day, cause.last.day] == ["2024-10-05", "2024-10-14"])
    let again = rows("Sign In", passes: 95, failing: ["lost": 5], run: "run 3")
    #expect(RunCounts.all(again, known: Set(baseline.runs.map(\.id))).isEmpty)
  }

  @Test func `runs are picked by their age, their number and their branch`() {
    let runs = (1...10).map { rows("Sign In", passes: 1, failing: [:], run: "run \($0)", day: 20_000 + $0) }
    #expect(baseline(runs, RunFilter(lastRuns: 3)).runs.map(\.id) == ["run 8", "run 9", "run 10"])
    #expect(baseline(runs, RunFilter(since: "2024-10-13")).runs.map(\.id) == ["run 9", "run 10"])
    #expect(baseline(runs, RunFilter(branch: "main")).runs == [])
  }

  /// The figures of a night change numbers only; what grows is the list of runs.
  @Test func `a year of nightly runs of 200 actions is less than a megabyte`() throws {
    let kinds = ["first", "second", "third", "fourth", "last"].map { name in
      CauseKind(cause: "condition", message: "The success condition of the \(name) was false")
    }
    let causes = Dictionary(uniqueKeysWithValues: kinds.map { ($0, 1) })
    let actions = (0..<200).map { number in
      ("Navigate to the page number \(number)", ActionCounts(steps: 40, firstFailures: 5, causes: causes))
    }
    var baseline = RunCounts(id: "nightly-0", startMs: 0, actions: Dictionary(uniqueKeysWithValues: actions)).baseline
    baseline.runs = (0..<365).map { Baseline.Run(id: "nightly-\($0)", day: "2026-11-21", commit: "0de32d9f00ba4") }
    let size = try baseline.json().utf8.count
    #expect(size > 300_000 && size < 1_000_000, "\(size)")
  }

  @Test func `people read a baseline as the flakes that are known`() {
    let markdown = BaselineFormat.markdown(tenRuns)
    #expect(
      markdown == """
        ### Known flakes

        10 runs of 2024-10-05 to 2024-10-14. First attempts have failed in 1 of 1 action.

        **Sign In**: the first attempt failed in 50 of 1000, 5.0 % (3.8 to 6.5).
        - 50×, 2024-10-05 to 2024-10-14: lost

        """
    )
  }

  @Test func `a baseline is the same text however its runs came together`() throws {
    let runs = (1...6).map { number in
      rows(
        "Step \(number % 3)",
        passes: 3,
        failing: ["lost \(number % 2)": 1, "broken": 1],
        run: "run \(number)",
        day: 20_000
      )
    }
    let whole = try baseline(runs).json()
    for split in 0...6 {
      var parts = baseline(Array(runs[split...]))
      parts.add(baseline(Array(runs[..<split])))
      #expect(try parts.json() == whole)
    }
    #expect(try Baseline(json: Data(whole.utf8)).json() == whole)
  }

  @Test(arguments: [
    ("", "is no baseline"), ("[]", "is no baseline"), (#"{"version":1}"#, "is no baseline"),
    (#"{"version":2,"runs":[],"actions":[]}"#, "is a baseline of version 2, and 1 is what can be read"),
    (
      #"{"version":1,"runs":[],"actions":[{"action":"a","steps":1,"firstFailures":2,"recovered":0,"failed":0,"causes":[]}]}"#,
      "is a baseline with numbers that cannot be"
    ),
    (
      #"{"version":1,"runs":[],"actions":[{"action":"a","steps":9223372036854775807,"firstFailures":0,"recovered":0,"failed":0,"causes":[]}]}"#,
      "is a baseline with numbers that cannot be"
    ),
  ])
  func `a file that is no baseline is named as such`(json: String, text: String) throws {
    let error = try #require(throws: Baseline.NotReadable.self) { try Baseline(json: Data(json.utf8)) }
    #expect(error.description.hasPrefix(text))
  }

  @Test func `rows of several runs are taken for one`() throws {
    let runs = ["a", "b"].map { rows("Sign In", passes: 1, failing: ["lost": 2, "broken \($0)": 1], run: $0) }
    let action = try #require(counts(runs[0] + runs[1]).actions["Sign In"])
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
    let counts = counts([
      rehearsed, .sample(outcome: "recovered", attempt: 2, stepID: "a", cause: "rehearsal"), skipped, died,
      .sample(outcome: "recovered", attempt: 2, stepID: "d", cause: "issue", unit: "test"),
    ])
    let action = try #require(counts.actions["Launch"])
    #expect("\([action.steps, action.firstFailures, action.failed])" == "[1, 1, 1]")
    #expect(action.causes.count == 1)
  }

  @Test func `the page has what was found, and the rates of the runs`() {
    let rows = rows("Sign In", passes: 79, failing: ["lost <b>": 20, "Could not decode 12": 1], run: "now")
    let runs = ["a", "b"].map { RunCounts(id: $0, startMs: 0, actions: counts(rows).actions) }
    let page = HTMLFormat.render(
      FullReport(
        Report([]),
        counts: counts(rows),
        comparison: Comparison(counts(rows), with: tenRuns),
        history: History(runs, by: .run)
      )
    )
    #expect(page.contains("<h3>New cause in Sign In</h3>\n<p>Could not decode 12</p>"))
    #expect(page.contains("<h3>New cause in Sign In</h3>\n<p>lost &lt;b&gt;</p>"))
    #expect(page.contains("<h3>Risen: Sign In</h3>"))
    #expect(page.matches(of: /<rect x/).count == 2)
  }

  @Test func `machines read the same`() throws {
    let now = counts(rows("Sign In", passes: 79, failing: ["lost": 20, "Could not decode 12": 1], run: "now"))
    let json = try JSONSerialization.jsonObject(with: Data(ComparisonFormat.json(Comparison(now, with: tenRuns)).utf8))
    let document = try #require(json as? [String: Any])
    let cause = try #require((document["newCauses"] as? [[String: Any]])?.first)
    #expect(cause["kind"] as? String == "error: Could not decode #")
    let risen = try #require((document["risen"] as? [[String: Any]])?.first)
    #expect((risen["now"] as? [String: Int]) == ["count": 21, "total": 100])
  }

  @Test func `people read what was found`() {
    let now = counts(
      rows("Sign In", passes: 79, failing: ["lost": 20, "Could not decode 12": 1], run: "now")
        + rows("::stop-commands::x", passes: 1, failing: [:], run: "now")
    )
    let text = ComparisonFormat.text(Comparison(now, with: tenRuns))
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
    let markdown = ComparisonFormat.markdown(Comparison(now, with: tenRuns))
    #expect(markdown.contains("- **New cause:** Sign In: Could not decode 12"))
    #expect(markdown.contains("- **Risen:** Sign In: "))
    let warnings = ComparisonFormat.github(Comparison(now, with: tenRuns)).split(separator: "\n")
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
