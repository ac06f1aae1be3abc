import Testing

@testable import RetryReport

/// How processes ended, from the begin rows of their steps and their own end rows.
@Suite struct DeathTests {
  private static let name = "Launch (Steps.swift:24) in ShopTests.SearchTests/testSearch"

  private func begin(_ id: String, _ action: String = "Launch", in parent: String = "", at startMs: Int64 = 0) -> Row {
    .sample(kind: "begin", outcome: "", action: action, stepID: id, parentStepID: parent, startMs: startMs)
  }

  @Test(
    arguments: [
      (kinds: ["begin"], died: 1, runs: 0, attempts: 1), (["begin", "attempt"], 1, 0, 2),
      (["begin", "attempt", "step"], 0, 1, 0), (["begin", "wait"], 0, 0, 0), (["begin", "step"], 0, 1, 0),
      (["begin", "step", "end"], 0, 1, 0), (["begin", "attempt", "end"], 1, 0, 1), (["attempt"], 1, 0, 1),
      (["begin", "end"], 0, 0, 0), (["attempt", "end"], 1, 0, 1),
    ]
  )
  func `a step counts once, whether its process died in it or not`(
    kinds: [String],
    died: Int,
    runs: Int,
    attempts: Int
  ) {
    let rows = kinds.map { kind in
      let (id, message) = (kind == "end" ? "none" : "a", kind == "begin" ? "" : nil)
      return Row.sample(kind: kind, stepID: id, message: message, durationMs: 5_000)
    }
    let report = Report(rows)
    #expect([report.steps(\.died), report.steps(\.runs)] == [died, runs])
    #expect(Gates(exhausted: true).failures(report).isEmpty == (died == 0))
    let counts = RunCounts.sum(rows).actions["Launch"]
    #expect(counts?.failures.total ?? 0 == died + runs)
    let cause = counts?.causes.values.first { $0.example == "The process ended during this attempt." }
    #expect((cause?.steps ?? 0) == (kinds.contains("begin") && !kinds.contains("end") ? died : 0))
    let shown = TestTimelines(rows).steps.filter { !$0.isWait }
    #expect(shown.flatMap(\.attempts).count == attempts)
  }

  @Test(
    arguments: [
      (["begin 3"], "died during \(name)"), (["begin 3", "attempt 3"], "died during \(name), in attempt 2"),
      (["begin 1", "step 1", "begin 2", "step 2", "begin 3"], "died during \(name)"),
      (["begin 1", "step 1"], "died after \(name)"), (["begin 1", "wait 1"], "died after \(name)"),
      (["begin 1", "step 1", "end 0"], nil), (["begin 1", "end 0"], nil),
      (["begin 1", "end 1"], "exited during \(name)"),
      (["begin 1", "step 1", "end 0", "begin 2", "step 2"], "died after \(name)"),
      // Records of a version without such rows, and late rows after the end.
      (["attempt 1"], nil), (["step 1"], nil), (["begin 1", "end 0", "step 1"], nil),
    ]
  )
  func `a process death is named first and fails the gate`(rows: [String], death: String?) {
    let report = Report(
      rows.map { row in
        let parts = row.split(separator: " ").map(String.init)
        return .sample(kind: parts[0], stepID: "p-s\(parts[1])", system: "linux")
      }
    )
    let sentence = death.map { "A process \($0)." }
    #expect(report.input.dead.map(\.sentence) == [sentence].compactMap { $0 })
    guard let sentence else { return }
    #expect(TextFormat.render(report).hasPrefix("┌─\n│ \(sentence)\n└─\n\n"))
    #expect(MarkdownFormat.render(report).contains("\n\n> **\(sentence)**\n\n"))
    #expect(GitHubFormat.ofFailures(report).first?.hasSuffix(sentence) == true)
    #expect(Gates(exhausted: true).failures(report).first == sentence)
    #expect(CIReport(FullReport(report)).text.contains(sentence))
    #expect(HTMLFormat.render(FullReport(report)).contains("deaths\">\n<p>\(sentence)</p>"))
  }

  @Test func `a step whose process died lasts until the last row`() {
    let failed = Row.sample(kind: "attempt", outcome: "failed", stepID: "p-s1", startMs: 1_000, durationMs: 20)
    let sibling = Row.sample(action: "Sibling", stepID: "p-s2", startMs: 1_000, durationMs: 500)
    let report = Report([begin("p-s1", at: 1_000), failed, sibling])
    #expect(report.actions.first { $0.action == "Launch" }?.taxMs == 500)
    let shown = TestTimelines([begin("p-s1", at: 1_000), failed, sibling]).steps
    let died = shown.first { $0.outcome == .died }
    #expect(died?.row.durationMs == 500)
    #expect(died?.attempts.map(\.attempt) == [1, 2])
    #expect(died?.attempts.map(\.startMs) == [1_000, 1_020])
  }

  @Test func `a death names the innermost step, and not a wait`() {
    let rows = [begin("p-s1", "Outer"), begin("p-s2", "Inner", in: "p-s1", at: 5)]
    let inner = Self.name.replacing("Launch", with: "Inner")
    #expect(Report(rows).input.dead.map(\.sentence) == ["A process died during \(inner)."])
    let lost = Report(rows + [.sample(action: "Sibling", stepID: "p-s4", durationMs: 500)])
    #expect([lost.figures.lostMs, lost.figures.outermostMs] == [500, 1_000])
    let wait = Row.sample(kind: "begin", outcome: "", action: "Badge", stepID: "p-s1", unit: "wait")
    let report = Report([wait])
    #expect(report.input.dead.map { $0.sentence.prefix(28) } == ["A process died during Badge "])
    #expect(report.actions.map(\.title) == ["Wait: Badge"] && report.actions[0].died == 1)
    #expect(report.figures.lostMs == 0 && report.figures.outermostMs == 0)
    let exit = [Row.sample(kind: "end", stepID: "p-s2")]
    let side = Report(rows + [begin("p-s3", "Sibling")] + exit)
    #expect(side.input.dead.map { $0.sentence.prefix(30) } == ["A process exited during Inner "])
    #expect(side.actions.map { "\($0.action) \($0.died)" }.sorted() == ["Inner 1", "Outer 1", "Sibling 0"])
  }

  @Test func `an action whose process died comes first`() {
    let exhausted = (1...3).map { Row.sample(outcome: "exhausted", action: "Pay", stepID: "q-s\($0)", taxMs: 9) }
    let report = Report(Row.flake("q-s9", of: "busy", at: 1_796_378_400_000) + exhausted + [begin("p-s1")])
    #expect(report.actions.map(\.action) == ["Launch", "Pay"])
    #expect(report.actions[0].firstFailure?.message == "The process ended during this attempt.")
    #expect(report.actions[0].notes.map(\.text) == ["The process ended during this attempt.", "busy"])
    // Not all attempts are kept.
    let many = (0..<60).map {
      Row.sample(kind: "attempt", outcome: "failed", maxAttempts: 0, stepID: "p-s1", startMs: $0)
    }
    #expect(Report([begin("p-s1")] + many).actions[0].firstFailure?.message == report.actions[0].firstFailure?.message)
  }

  /// `Hang` does not finish in testA, and passes in testB, which follows; the process records its end, or dies after testB.
  private static func hang(_ framework: String, isFailed: Bool, hasEnd: Bool) -> [Row] {
    func row(_ kind: String, _ id: String, in test: String) -> Row {
      .sample(
        kind: kind,
        outcome: kind == "attempt" ? "failed" : "passed",
        test: test,
        stepID: id,
        framework: framework
      )
    }
    return [row("begin", "p-s1", in: "testA")] + (isFailed ? [row("attempt", "p-s1", in: "testA")] : [])
      + [row("begin", "p-s2", in: "testB"), row("step", "p-s2", in: "testB")]
      + (hasEnd ? [row("end", "p-s0", in: "")] : [])
  }

  @Test(arguments: ["xctest", "swift-testing"], [true, false])
  func `a step that did not finish failed if an attempt did, and never passed`(framework: String, isFailed: Bool) throws
  {
    let rows = Self.hang(framework, isFailed: isFailed, hasEnd: true)
    let report = Report(rows)
    #expect([report.actions[0].died, report.actions[0].unknown] == (isFailed ? [1, 0] : [0, 1]))
    #expect(Gates(exhausted: true).failures(report) == (isFailed ? ["1 step did not succeed: Launch."] : []))
    let sentence = "The records do not say how 1 step ended: Launch."
    #expect(Gates(exhausted: true).problems(report) == (isFailed ? [] : [sentence]))
    #expect(Gates(actionFlakeRate: 5, exhausted: true).results(report).map(\.isChecked) == [true, isFailed])
    #expect(!TextFormat.render(report).contains("always passed"))
    #expect(TextFormat.render(report).contains(isFailed ? "1 failed (1 did not finish)" : "(0.0 %), 1 unknown."))
    let tests = TestTimelines(rows, keepsAll: true)
    let ctrf = try CTRFFormat.render(report, tests)
    #expect(ctrf.contains("\"status\" : \"\(isFailed ? "failed" : "other")\""))
    #expect(RunCounts.sum(rows).actions["Launch"]?.failures == Rate(count: isFailed ? 1 : 0, total: isFailed ? 2 : 1))
    // An earlier test of XCTest had ended before its process died.
    let death = Report(Self.hang(framework, isFailed: isFailed, hasEnd: false))
    #expect(
      [death.actions[0].died, death.actions[0].unknown] == (isFailed || framework != "xctest" ? [1, 0] : [0, 1])
    )
  }

  @Test func `each step that did not finish is named`() async throws {
    let begins = (1...100).map { record("begin", $0, step: $0) }.joined()
    let input = try await read(["a.jsonl": begins + record("end", 101, ",\"open_steps\":\"\"", step: 0)]).input
    #expect(input.problems.count == 100 && input.problems[41] == "Pay (Steps.swift:42) did not finish")
    #expect(input.dead.isEmpty)
  }

  @Test func `no attempt follows the last one that is allowed`() async throws {
    let failed = Row.sample(kind: "attempt", outcome: "failed", maxAttempts: 1, stepID: "p-s1")
    let report = Report([begin("p-s1"), failed])
    #expect(report.actions[0].died == 1)
    #expect(report.input.dead.map(\.sentence) == ["A process died during \(Self.name)."])
    #expect(TestTimelines([begin("p-s1"), failed]).steps.flatMap(\.attempts).count == 1)
    // So the step failed, even if its own row is among those that are missing.
    let cut = [1, 3].map { record("attempt", 1, ",\"attempt\":1,\"cause\":\"error\",\"max_attempts\":\($0)", step: $0) }
    for (text, counts) in zip(cut, [[1, 0], [0, 1]]) {
      let action = try await read(["a.jsonl": text + record("end", 3, step: 0)]).actions[0]
      #expect([action.died, action.unknown] == counts)
    }
  }

  @Test func `an XCTest assertion may leave steps of earlier tests open`() {
    let rows = ["testA", "testB"].map { test in
      Row.sample(kind: "begin", test: test, stepID: "p-s\(test)", framework: "xctest")
    }
    let after = [Row.sample(test: "testB", stepID: "p-stestB")]
    #expect(Report(rows).input.dead.map { $0.sentence.suffix(18) } == ["SearchTests/testB."])
    #expect(Report(rows + after).input.dead.map { $0.sentence.prefix(16) } == ["A process died a"])
    #expect(Report(rows + after).actions.map(\.died) == [0])
  }

  @Test func `Swift Testing on Apple platforms does not report its end`() {
    let rows = ["begin", "step"].map { Row.sample(kind: $0, stepID: "p-s1", system: "ios", framework: "swift-testing") }
    #expect(Report(rows).input.dead.isEmpty)
  }
}
