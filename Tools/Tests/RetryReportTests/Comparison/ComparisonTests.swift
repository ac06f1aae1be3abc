import Foundation
import Testing

@testable import RetryReport
@testable import RunComparison

@Suite struct ComparisonTests {
  @Test func `a rate that increased is named, and one that fell is not`() throws {
    let worse = try Comparison.of(Row.steps("Sign In", passes: 80, failing: ["lost": 20], run: "now"))
    #expect(worse.risen.map(\.action) == ["Sign In"])
    #expect(
      worse.failures(onNewCause: true, onRegression: true) == [
        "First attempts fail more often than before: Sign In. \(Comparison.again)"
      ]
    )
    let better = try Comparison.of(Row.steps("Sign In", passes: 400, failing: [:], run: "now"))
    #expect(better.risen.isEmpty)
  }

  @Test func `a new or renamed action does not fail the job`() throws {
    let comparison = try Comparison.of(Row.steps("Sign In Again", passes: 5, failing: ["lost": 95], run: "now"))
    #expect(comparison.newActions == ["Sign In Again"])
    #expect(comparison.newCauses.isEmpty)
    #expect(comparison.failures(onNewCause: true, onRegression: true) == [])
  }

  @Test func `no run is compared with itself`() throws {
    let known = Row.steps("Sign In", passes: 7, failing: [:], run: "run 3")
    let new = Row.steps("Sign In", passes: 5, failing: [:], run: "now")
    let alone = try Comparison.of(known)
    #expect((alone.steps, alone.runs, alone.baselineRuns) == (100, 1, 9))
    let both = try Comparison.of(known + new)
    #expect((both.steps, both.runs, both.baselineRuns) == (5, 1, 10))
    var page = FullReport(Report(known), runs: RunCounts.of(known))
    #expect(try page.compare(with: .tenRuns).baselineRuns == 9)
  }

  @Test func `a job reports each possibly new cause with its p-value`() throws {
    let letters = (0..<13).map { String(UnicodeScalar(UInt8(ascii: "a") + $0)) }
    let causes = Dictionary(uniqueKeysWithValues: letters.map { ("lost \($0)", 1) })
    let comparison = try Comparison.of(Row.steps("Sign In", passes: 900, failing: causes, run: "now"))
    func count(_ text: String, in whole: String) -> Int { whole.split(separator: text).count - 1 }
    var job = CIReport(FullReport(Report([])))
    job.full.comparison = comparison.summary
    for notes in [[], ["not calm"]] {
      job.notes = notes
      #expect(count("\nPossibly a new cause: Sign In: lost ", in: job.text) == 13)
      #expect(count("\n- **Possibly a new cause:** Sign In: lost ", in: job.markdown()) == 13)
      #expect(count("occurs this often: p = 0.48; an alarm needs p ≤ 0.00071.", in: job.text) == 13)
      #expect(count("title=Possibly a new cause%3A Sign In::lost ", in: job.annotations) + notes.count == 10)
      #expect(count(ComparisonSummary.explanation, in: job.text) == 1)
    }
    let page = HTMLFormat.render(job.full)
    #expect(count("<h3>Possibly a new cause", in: page) == 13)
    #expect(count("\"kind\"", in: try comparison.json()) == 13)
  }

  @Test func `without earlier runs there is nothing to compare with`() throws {
    let same = Row.steps("Sign In", passes: 1, failing: [:], run: "run 3")
    func reason(_ compare: () throws -> Comparison) -> String? {
      #expect(throws: Comparison.Impossible.self, performing: { _ = try compare() })?.description
    }
    for baseline in [Baseline(), Baseline(RunCounts.of(same))] {
      #expect(
        reason { try Comparison.of(same, with: baseline) }?.contains("has no other run than those to compare (") == true
      )
    }
    #expect(reason { try Comparison.of([]) }?.contains("no step to compare") == true)
  }

  @Test func `several runs together show what one does not`() throws {
    func run(_ number: Int64, _ failing: [String: Int]) -> [Row] {
      let passes = 100 - failing.values.reduce(0, +)
      return Row.steps("Sign In", passes: passes, failing: failing, run: "new \(number)", day: 20_100 + number)
    }
    for failing in [["lost": 12], ["lost": 3, "crashed": 2]] {
      var baseline = Baseline.tenRuns
      #expect(try Comparison.of(run(1, failing), with: baseline, branch: .main).raised.isEmpty)
      baseline.add(RunCounts.of(run(1, failing) + run(2, failing)))
      let comparison = try Comparison.of(run(3, failing), with: baseline, branch: .main)
      #expect(comparison.raised.count == 1)
      #expect(comparison.risen.map(\.now) == (failing.count == 1 ? [Rate(count: 36, total: 300)] : []))
      // A pull request did not cause it, and a cause that it no longer has is not reported.
      #expect(try Comparison.of(run(3, failing), with: baseline).raised.isEmpty)
      #expect(try Comparison.of(run(3, [:]), with: baseline, branch: .main).newCauses.isEmpty)
    }
  }

  @Test func `the text of a comparison`() throws {
    let broken = Row.steps("Sign In", passes: 79, failing: ["lost": 14, "Could not decode 12": 7], run: "now")
    let now = broken + Row.steps("::stop-commands::x", passes: 1, failing: [:], run: "now")
    let comparison = try Comparison.of(now)
    let text = ComparisonFormat.text(comparison.summary)
    #expect(
      text == """
        101 steps of 1 run, compared with 10 runs: 1 new cause, 1 increased failure rate.

        More failures: Sign In: the first attempt failed in 21 of 100, 21.0 % (14.2 to 30.0); before in 50 of 1000, 5.0 % (3.8 to 6.5).
            Probability if nothing changed: p = 0.0000011; an alarm needs p ≤ 0.010.
            Fix it. If the change is intended, merge it, and accept the alarm of the default branch: retry-report accept 99f0562b --reason 'why'

        New cause: Sign In: Could not decode 12
            7 steps in ShopTests.SearchTests/testSearch.
            Probability that a rare known cause occurs this often: p < 0.000001; an alarm needs 3 steps.
            At Tests/ShopTests/Steps.swift:24.
            Fix it. If the change is intended, merge it, and accept the alarm of the default branch: retry-report accept 2cfca016 --reason 'why'

        New actions, not compared: \\::stop-commands::x.

        What this means, and what to do: "A retry hides a bug" in Docs/Guide/RetryReport.md.

        """
    )
    let markdown = ComparisonFormat.markdown(comparison.summary)
    #expect(markdown.contains("- **New cause:** Sign In: Could not decode 12"))
    #expect(markdown.contains("- **More failures:** Sign In: "))
    let warnings = ComparisonFormat.commands(comparison.findings)
    #expect(warnings.count == 2)
    let place = "file=Tests/ShopTests/Steps.swift,line=24"
    #expect(warnings[1].hasPrefix("::warning \(place),title=New cause%3A Sign In::Could not decode 12 7 steps"))
    #expect(warnings[0].hasPrefix("::warning title=More failures%3A Sign In::the first attempt failed in 21 of 100"))
  }
}
