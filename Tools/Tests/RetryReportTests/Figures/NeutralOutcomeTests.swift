import Testing

@testable import RetryReport

/// Steps that neither passed nor failed: an error that their policy does not retry ended them, a skip, or a cancellation.
@Suite struct NeutralOutcomeTests {
  struct Ending: Sendable {
    let stoppedBy: String
    let word: String
    let letter: Character
  }

  static let endings = [
    Ending(stoppedBy: "error", word: "stopped early", letter: "e"),
    Ending(stoppedBy: "skip", word: "skipped", letter: "s"),
    Ending(stoppedBy: "cancellation", word: "canceled", letter: "c"),
  ]

  private func row(_ ending: Ending, step: String = "s1", attempt: Int = 1) -> Row {
    .sample(
      outcome: "aborted",
      attempt: attempt,
      stepID: step,
      cause: "error",
      message: "refused",
      stoppedBy: ending.stoppedBy,
      reason: "Threw refused."
    )
  }

  @Test(arguments: endings)
  func `it is neither passed nor failed in any format`(ending: Ending) throws {
    let report = Report([row(ending), .sample(action: "Pay")])
    for text in [TextFormat.render(report), MarkdownFormat.render(report), HTMLFormat.render(FullReport(report))] {
      #expect(text.contains("2 steps in 1 run: 0 failed, 0 recovered (0.0 %), 1 \(ending.word)."))
      #expect(text.contains("1 action always passed at the first attempt"))
    }
    #expect(TextFormat.render(report).contains(ending.word.uppercased()))
    #expect(HTMLFormat.render(FullReport(report)).contains("<span class=\"none-text\">1 \(ending.word)</span>"))
    let json = try JSONFormat.render(report)
    #expect(json.contains("\"history\" : [\n        \"\(ending.word)\"\n      ]"))
    let key = ending.word == "stopped early" ? "stopped" : ending.word
    #expect(json.contains("\"\(key)\" : 1,") && json.contains("\"aborted\" : 0,"))
    #expect(report.history.text(of: report.actions[0]) == String(ending.letter))
    #expect(report.troubled.map(\.action) == ["Launch"])
    #expect(GitHubFormat.ofFailures(report) == [])
    let page = HTMLFormat.render(FullReport([row(ending)]))
    #expect(page.contains("<h2 id=\"tests\">") == false)
  }

  @Test(arguments: endings)
  func `it is in no rate, in no gate, and in no baseline`(ending: Ending) {
    let neutral = (0..<1_000).map { row(ending, step: "n\($0)") }
    let flaky = (0..<20).flatMap { Row.flake("f\($0)", of: "busy") }
    let report = Report(neutral + flaky)
    #expect(report.actions[0].flakeRate == 1 && report.flakeRate == 1)
    #expect(Gates(actionFlakeRate: 50).failures(report).count == 1)
    #expect(Gates(exhausted: true).failures(Report(neutral)) == [])
    #expect(Gates(exhausted: true).failingActions(Report(neutral)) == [])
    #expect(RunCounts.sum(neutral).actions.isEmpty)
    #expect(RunCounts.sum(neutral + flaky).actions["Launch"]?.failures == Rate(count: 20, total: 20))
    #expect(report.actions[0].causes.all.map(\.example) == ["busy"])
  }

  @Test(arguments: endings)
  func `an attempt that failed before it is still shown`(ending: Ending) {
    let attempt = Row.sample(kind: "attempt", outcome: "failed", message: "was false")
    let rows = [attempt, row(ending, attempt: 2)]
    let report = Report(rows)
    #expect(report.actions[0].causes.all.map(\.example) == ["was false"])
    #expect(TextFormat.render(report).contains("Steps.swift:24: was false"))
    let page = HTMLFormat.render(FullReport(rows))
    #expect(page.contains("\(ending.word) after 2 attempts") && page.contains("was false"))
  }

  @Test func `the worst outcome of a run is in its history`() {
    let rows = Self.endings.map { row($0, step: $0.stoppedBy) } + [.sample(stepID: "passed")]
    let report = Report(rows)
    #expect(report.history.text(of: report.actions[0]) == "e")
    #expect(Report(rows + Row.flake("f", of: "busy")).actions[0].mood == .flaky)
    // A recorded name of a newer version, and an abort by a hook, are failures.
    #expect(Outcome("stopped", stoppedBy: "") == .aborted)
    #expect(Outcome("aborted", stoppedBy: "hook") == .aborted)
  }
}
