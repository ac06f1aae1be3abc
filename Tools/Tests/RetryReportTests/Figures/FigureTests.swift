import Foundation
import Testing

@testable import RetryReport
@testable import RunComparison

@Suite struct FigureTests {
  private func inner(at startMs: Int64 = 0, cause: String? = nil) -> Row {
    .sample(outcome: "recovered", action: "Inner", parentStepID: "outer", cause: cause, startMs: startMs, taxMs: 10)
  }

  @Test(arguments: [("exhausted", 100, 100), ("passed", 0, 10)] as [(String, Int64, Int64)])
  func `time lost by a step counts toward a failed outer step`(outcome: String, taxMs: Int64, lostMs: Int64) {
    let outer = Row.sample(outcome: outcome, action: "Outer", stepID: "outer", durationMs: 100, taxMs: taxMs)
    #expect(Report([inner(at: 100), outer]).figures.lostMs == lostMs)
  }

  @Test func `the cases of a parameterized test count as one test of an action`() {
    let rows = ["1", "2"].map { arguments in
      var row = Row.sample(outcome: "recovered", stepID: "s\(arguments)")
      row.arguments = arguments
      return row
    }
    let report = FullReport(rows)
    #expect(report.report.actions.map(\.runs) == [2])
    #expect(report.runs.flatMap { $0.tests(of: "Launch").keys } == ["ShopTests.SearchTests/testSearch"])
  }

  @Test func `a step recovered by waiting lost its wait and inner losses`() {
    let failed = Row.sample(kind: "attempt", outcome: "failed", action: "Outer", stepID: "outer", durationMs: 60)
    let outer = Row.sample(outcome: "recovered", action: "Outer", stepID: "outer", cure: "waiting", taxMs: 40)
    #expect(Report([inner(), failed, outer]).figures.lostMs == 50)
  }

  @Test func `the times lost by all actions add up to the whole`() {
    let failed = Row.sample(kind: "attempt", outcome: "failed", action: "Outer", stepID: "outer", durationMs: 60)
    let outer = Row.sample(outcome: "recovered", action: "Outer", attempt: 2, stepID: "outer", taxMs: 70)
    let test = Row.sample(outcome: "recovered", action: "Whole", stepID: "t", taxMs: 500, unit: "test")
    let report = Report([inner(at: 10), failed, inner(at: 80), inner(at: 90), outer, test])
    let lost = Dictionary(uniqueKeysWithValues: report.actions.map { ($0.action, $0.lostMs) })
    #expect(lost == ["Outer": 70, "Inner": 20, "Whole": 0])
    #expect(report.figures.lostMs == 90)
    for text in [TextFormat.render(report), HTMLFormat.render(FullReport(report))] {
      #expect(text.contains("(500 ms)") && text.contains(Report.partsNote))
      #expect(text.contains("Retries cost 90 ms of ") && text.contains(", most of it in "))
    }
  }

  @Test func `each action has its newest runs, and when it was first and last seen`() throws {
    let day: Int64 = 86_400_000
    let rows = (0..<100).flatMap { run -> [Row] in
      let (id, start) = ("\(1_000 + run)", 1_796_378_400_000 + Int64(run) * day)
      let row = Row.sample(action: "Pay", runID: id, stepID: "p\(run)", startMs: start)
      var flake = Row.flake("f\(run)", of: "busy", at: start, run: id)
      for index in flake.indices { flake[index].commit = "c\(run)" }
      return [row] + (run % 10 == 5 ? flake : [])
    }
    // In any order: a run may have several files.
    let report = Report(rows.filter { $0.action == "Pay" }.reversed() + rows.filter { $0.action != "Pay" })
    #expect(report.history.runs.map(\.id) == (1_070..<1_100).map { "\($0)" })
    let flaky = report.actions[0]
    #expect(report.history.text(of: flaky) == "-----r---------r---------r----")
    #expect(report.history.text(of: report.actions[1]) == String(repeating: ".", count: 30))
    #expect(flaky.seen == "first seen 2026-12-09 (c5), last seen 2027-03-09 (c95)")
    #expect(report.actions[1].seen == nil)
    for text in [TextFormat.render(report), MarkdownFormat.render(report), HTMLFormat.render(FullReport(report))] {
      #expect(text.contains("-----r---------r---------r----"))
      #expect(text.lowercased().contains("last 30 runs") && text.contains("first seen 2026-12-09 (c5)"))
    }
    var known = Report(Row.steps("Launch", passes: 1, failing: ["busy": 1], run: "now", day: 20_800))
    let older = [["busy": 1], [:]].enumerated().map {
      Row.steps("Launch", passes: 5, failing: $0.element, run: "\($0.offset)", day: 20_798 + Int64($0.offset))
    }
    known.addHistory(of: Baseline.of(older).parts)
    #expect(known.history.text(of: known.actions[0]) == "r.r")
    // A baseline keeps the steps that failed in the end, also those in which the process died.
    let failed = ["exhausted", "timedOut", "attempt"].enumerated().map { number, outcome in
      Row.sample(
        kind: outcome == "attempt" ? "attempt" : "step",
        outcome: outcome == "attempt" ? "failed" : outcome,
        runID: "failed \(number)",
        startMs: (20_790 + Int64(number)) * 86_400_000
      )
    }
    known.addHistory(of: try Baseline(json: Data(Baseline.of(failed.map { [$0] }).json().utf8)).parts)
    #expect(known.history.text(of: known.actions[0]) == "FFFr.r")
  }

  @Test(arguments: ["exhausted", "timedOut", "aborted"])
  func `a step whose attempts after a forced failure failed too is a failed step`(outcome: String) throws {
    let attempts = ["rehearsal", "error"].enumerated().map { number, cause in
      Row.sample(kind: "attempt", outcome: "failed", attempt: number + 1, cause: cause, message: cause)
    }
    let rows = attempts + [.sample(outcome: outcome, attempt: 2, cause: "rehearsal"), .sample(stepID: "s2")]
    let report = Report(rows)
    #expect(report.actions.map(\.failed) == [1] && report.figures.rehearsed == 0)
    #expect(Gates(exhausted: true).failures(report) == ["1 step did not succeed: Launch."])
    // The forced failure is no cause.
    #expect(report.actions[0].causes.all.map(\.example) == ["error"])
    #expect(report.actions[0].firstFailure?.message == "error")
    let tests = TestTimelines(rows, keepsAll: true)
    #expect(try CTRFFormat.render(report, tests).contains("\"failed\" : 1"))
    #expect(RunCounts.sum(rows).actions["Launch"]?.failed == 1)
  }

  @Test func `what most often made a step pass is named`() {
    let rows = ["waiting", "retrying", "retrying"].enumerated().map { number, cure in
      Row.sample(outcome: "recovered", attempt: 2, stepID: "s\(number)", cure: cure)
    }
    #expect(Report(rows).actions.map(\.mainRecovery) == [.retrying])
  }

  @Test func `a step with a forced first failure loses no time`() {
    let outer = Row.sample(action: "Outer", stepID: "outer", durationMs: 100)
    let report = Report([inner(cause: "rehearsal"), outer])
    #expect(report.figures.lostMs == 0)
    #expect(report.figures.rehearsed == 1)
    // Even if its process died.
    // Its process ended before an attempt that was not forced.
    #expect(Report([.sample(kind: "attempt", outcome: "failed", cause: "rehearsal")]).actions.map(\.unknown) == [1])
  }

  @Test func `the report names the caller and the place of the step`() throws {
    var rows = [("step", "exhausted"), ("wait", "timedOut")].map { kind, outcome in
      Row.sample(kind: kind, outcome: outcome, stepID: kind, message: "lost")
    }
    for index in rows.indices { (rows[index].callerFile, rows[index].callerLine) = ("Tests/CheckoutTests.swift", 17) }
    let report = FullReport(rows)
    let (text, caller) = ("called from CheckoutTests.swift:17: lost", "CheckoutTests.swift:17")
    #expect(CIReport(report).annotations.contains(text))
    #expect(CIReport(report).annotations.contains("file=Tests/ShopTests/Steps.swift,line=24"))
    #expect(TextFormat.render(report.report).ranges(of: text).count == 2)
    #expect(HTMLFormat.render(report).ranges(of: caller).count == 5)
    #expect(RunCounts.sum(rows).actions["Launch"]?.causes.keys.contains { $0.text.contains("from") } == false)
  }

  @Test(
    arguments: [
      (0, "0.0 %"), (0.0004, "< 0.1 %"), (0.001, "0.1 %"), (0.5, "50.0 %"), (0.9995, "> 99.9 %"), (1, "100.0 %"),
    ]
  )
  func `a share above zero never reads as zero`(share: Double, text: String) {
    #expect(share.asPercent == text)
  }

  @Test(
    arguments: [(0, "0 ms"), (999, "999 ms"), (1_000, "1.0 s"), (65_000, "1 min 5 s"), (7_800_000, "2 h 10 min")]
      as [(Int64, String)]
  )
  func `times have units that people use`(ms: Int64, text: String) {
    #expect(ms.asTime == text)
  }

  @Test func `Markdown escapes the text of an action`() {
    let action = "a|\u{FE0F}b | https://evil.example www.evil.example @all #1 <b>"
    let row = Row.sample(outcome: "recovered", action: action, attempt: 2, cure: "retrying")
    let markdown = MarkdownFormat.render(Report([row]))
    let cell = "a\\|\u{FE0F}b \\| https:&#47;/evil.example www&#46;evil.example \\@all \\#1 &lt;b&gt;"
    #expect(markdown.contains("| \(cell) | 1 |"))
  }

  @Test func `the oldest of too many open steps are dropped`() {
    let open = (0..<OpenSteps.most + 100).map { index in
      Row.sample(kind: "attempt", outcome: "recovered", stepID: "s\(index)", startMs: Int64(index), durationMs: 1)
    }
    let report = Report(open + [.sample(outcome: "recovered", attempt: 2, stepID: "s\(OpenSteps.most + 50)", taxMs: 1)])
    #expect(report.actions.map(\.died) == [OpenSteps.most / 2 + 99])
    #expect(report.actions.map(\.recovered) == [1])
  }

  @Test func `if too many steps are open, the gates are not passed`() async throws {
    let rows = (0...OpenSteps.most).map {
      RecordFile.text(run: "r", process: "p\($0)", passes: 0, failing: ["lost": 1])
    }
    let attempts = rows.map { "\($0.split(separator: "\n")[0])\n" }.joined()
    let sentence =
      "More than 10000 steps were open at the same time, and the first 5000 are not counted if they did not end"
    let input = try await read(["r.jsonl": attempts]).input
    #expect(input.problems == [sentence])
    #expect(input.gateProblems == ["\(sentence), so the gates do not cover all records."])
  }

  @Test func `a clock that was never set is not used for dates`() {
    let now: Int64 = 1_796_378_400_000
    func rows(_ startMs: Int64, _ message: String) -> [Row] { Row.flake(message, of: message, at: startMs) }
    for unset: Int64 in [0, 60_000] {
      let mixed = Report(rows(unset, "unset") + rows(now, "set") + rows(unset, "unset again"))
      #expect(mixed.figures.timeSpan == now...now)
      #expect(mixed.actions.first?.firstFailure?.message == "set")
      let report = Report(rows(unset, "unset"))
      #expect(report.figures.timeSpan == nil)
      #expect(report.actions.first?.firstFailure?.message == "unset")
      for report in [report, mixed] { #expect(!HTMLFormat.render(FullReport(report)).contains("1970")) }
    }
  }

  @Test func `all formats list an action's three most frequent causes`() throws {
    let report = Report(Row.steps("Pay", passes: 1, failing: ["busy": 3, "d|own": 2, "gone": 1, "late": 1], run: "1"))
    let causes = [("3 of 7", "busy"), ("2 of 7", "d|own"), ("1 of 7", "gone")]
    func lines(_ place: String) -> [String] { causes.map { "\($0) · \(place):24: \($1)" } + ["1 of 7 · other causes"] }
    #expect(TextFormat.render(report).contains("\n    " + lines("Steps.swift").joined(separator: "\n    ") + "\n"))
    let cell = lines("Tests/ShopTests/Steps.swift").joined(separator: "<br>").replacing("|", with: "\\|")
    #expect(MarkdownFormat.render(report).contains("| \(cell) |"))
    let page = HTMLFormat.render(FullReport(report))
    let code = "<code title=\"Tests/ShopTests/Steps.swift:24\">Steps.swift:24</code>"
    for (share, cause) in causes { #expect(page.contains("<p><strong>\(share)</strong> \(code) \(cause)</p>")) }
    #expect(page.contains("<p><strong>1 of 7</strong> other causes</p>"))
    let kinds = try JSONFormat.render(report).split(separator: "\n").filter { $0.contains("\"kind\" : \"error: ") }
    #expect(kinds.count == CommonCauses.most)
    // Equal causes come once, and that of a single step has no share.
    for (steps, share) in [(2, "2 of 2 · "), (1, "")] {
      let report = Report(Row.steps("Pay", passes: 1, failing: ["busy": steps], run: "1"))
      #expect(TextFormat.render(report).contains("\n    \(share)Steps.swift:24: busy\n"))
    }
  }

  @Test(
    arguments: [
      ("The app crashed", "hook", "aborted", 1), ("Threw lost.", "inner", "aborted", 0),
      ("Threw lost.", "error", "stopped early", 1), ("No server", "skip", "skipped", 1),
      ("Threw CancellationError().", "cancellation", "canceled", 1),
    ]
  )
  func `all formats say why a step ended early`(why: String, by: String, word: String, times: Int) {
    let row = Row.sample(outcome: "aborted", cause: "error", message: "lost", stoppedBy: by, reason: why)
    let report = FullReport([row, .sample(outcome: "exhausted", message: "lost", reason: "no end")])
    #expect(TextFormat.render(report.report).ranges(of: "\n    \(word): \(why)\n").count == times)
    #expect(MarkdownFormat.render(report.report).ranges(of: "<br>\(word): \(why) |").count == times)
    #expect(HTMLFormat.render(report).ranges(of: "<p>\(word): \(why)</p>").count == times)
    #expect(report.report.actions.flatMap(\.flakiness.all).isEmpty)
  }

  @Test(
    arguments: [
      (24, "", "no"), (24, "Steps.swift:25: ", "at Steps.swift:25: no"), (25, "Steps.swift:25: ", "no"),
      (25, "no (in Pay at Pay.swift:3: ", "no (in Pay at Pay.swift:3: no"),
    ]
  )
  func `no place is twice in a line`(line: Int, place: String, message: String) {
    var row = Row.sample(outcome: "exhausted", message: place + "no", line: line)
    #expect(row.message == message)
    (row.callerFile, row.callerLine) = ("Tests/Steps.swift", 25)
    #expect(row.message == "called from Steps.swift:25: \(place.hasPrefix("no") ? message : "no")")
  }

  @Test(arguments: [("exhausted", 3, true), ("recovered", 10, true), ("recovered", 9, false), ("aborted", 3, true)])
  func `an action that never passes at once is broken`(outcome: String, steps: Int, isBroken: Bool) {
    let rows = Array(repeating: Row.sample(outcome: outcome, attempt: 2), count: steps)
    #expect(TextFormat.render(Report(rows)).contains("  broken  ") == isBroken)
    #expect(!TextFormat.render(Report(rows + [.sample()])).contains("  broken  "))
  }
}
