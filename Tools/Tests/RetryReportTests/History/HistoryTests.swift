import Foundation
import Testing

@testable import RetryReport

@Suite struct HistoryTests {
  /// A run on each day, with so many of 100 first attempts that failed; nil where the action did not run.
  private func history(_ failures: [Int?], by period: History.Period = .run) -> History {
    var rows: [Row] = []
    for (index, failed) in failures.enumerated() {
      let (run, startMs) = ("run \(index)", Int64(20_000 + index / 2) * 86_400_000)
      let outcomes = failed.map { failed in (0..<100).map { $0 < failed ? "recovered" : "passed" } } ?? []
      var ofRun = outcomes.map { Row.sample(outcome: $0, runID: run, startMs: startMs) }
      ofRun.append(.sample(action: "Other", runID: run, startMs: startMs))
      for step in ofRun.indices { ofRun[step].commit = "c\(index)" }
      rows += ofRun
    }
    return History(RunCounts.all(rows), by: period)
  }

  private func launch(_ history: History) throws -> ActionHistory {
    try #require(history.actions.first { $0.action == "Launch" })
  }

  @Test func `a rate that has changed for good is found at its place`() throws {
    let action = try launch(history([2, 3, 1, 2, nil, 2, 3, 2, 12, 15, 11, 14, 12, 13]))
    let change = try #require(action.change)
    #expect(change.last.name == "run 7" && change.since.name == "run 8")
    #expect(change.before == Rate(count: 15, total: 700))
    #expect(change.after == Rate(count: 77, total: 600))
    #expect(change.probability < 0.01)
  }

  @Test func `a change in a gap is dated by the runs on its sides`() throws {
    let failures: [Int?] = [2, 2, 1, 2, 2, 1, 2, 3, nil, nil, 20, 22, 21, 20, 21, 22, 20, 23]
    let change = try #require(try launch(history(failures)).change)
    #expect(change.last.name == "run 7" && change.since.name == "run 10")
  }

  @Test func `a rate that only varies has not changed`() throws {
    #expect(try launch(history([2, 3, 1, 4, 2, 3, 2, 1, 3, 2])).change == nil)
    #expect(try launch(history([5, 5, 5, 5])).change == nil)
    #expect(try launch(history([50])).change == nil)
    #expect(history([]).actions.isEmpty)
  }

  @Test func `runs of a day, or of a commit, are one period`() throws {
    let days = history([2, 4, 1, 3], by: .day)
    #expect(days.periods.map(\.name) == ["2024-10-04", "2024-10-05"])
    #expect(HistoryFormat.text(days).contains("A bar for each day, from 2024-10-04 to 2024-10-05; "))
    #expect(history([2, 4], by: .day).headline.hasPrefix("1 day, 2024-10-04: too few"))
    #expect(try launch(days).points.map(\.rate) == [Rate(count: 6, total: 200), Rate(count: 4, total: 200)])
    #expect(history([2, 4, 1, 3], by: .commit).periods.map(\.name) == ["c0", "c1", "c2", "c3"])
  }

  @Test func `people see a line for each action`() {
    let text = HistoryFormat.text(history([0, 0, 1, nil, 0, 0, 1, 20, 25, 20, 22, 24, 21, 20]))
    #expect(
      text == """
        14 runs, 2024-10-04 to 2024-10-10: the rate of 1 action of 2 has changed for good.
        A bar for each run, from run 0 (2024-10-04) to run 13 (2024-10-10); the full height is 25.0 % for all actions. A dot: it did not run.

        Launch                                    ▁▁▁·▁▁▁▇█▇▇█▇▇  154 of 1300, 11.8 % (10.2 to 13.7)
            Risen since run 7 (2024-10-07, commits c6..c7): from 2 of 600, 0.3 % (0.1 to 1.2) to 152 of 700, 21.7 % (18.8 to 24.9).
        Other                                     ▁▁▁▁▁▁▁▁▁▁▁▁▁▁  0 of 14, 0.0 % (0.0 to 21.5)

        """
    )
  }

  @Test func `machines read the steps and the failures of each period`() throws {
    let json = try HistoryFormat.json(history([2, nil, 30]))
    let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let launch = try #require((document?["actions"] as? [[String: Any]])?.first { $0["action"] as? String == "Launch" })
    #expect(launch["steps"] as? [Int] == [100, 0, 100])
    #expect(launch["firstFailures"] as? [Int] == [2, 0, 30])
  }

  @Test func `many periods are drawn together, and a name is no command`() {
    let text = HistoryFormat.text(history(Array(repeating: 1, count: 400)))
    #expect(
      text.contains(
        "\nA bar for every 7 runs, from run 0 (2024-10-04) to run 399 (2025-04-21); the full height is 1.0 %"
      )
    )
    let lines = text.split(separator: "\n").dropFirst(2).map(String.init)
    #expect(lines.allSatisfy { $0.count < 140 })
  }

  private static func counts(_ failures: Int, of steps: Int) -> ActionCounts {
    ActionCounts(tests: ["testSearch": TestCounts(Tally(steps: steps, failures: failures))])
  }

  /// Runs of 100 steps of each action, with so many first attempts that failed.
  private func history(of actions: [String: [Int]]) -> History {
    let count = actions.values.map(\.count).max() ?? 0
    let runs = (0..<count).map { run in
      let counts = actions.filter { run < $0.value.count }
        .mapValues { Self.counts($0[run], of: 100) }
      return RunCounts(id: "\(run)", startMs: Int64(run) * 86_400_000 + 1, actions: counts)
    }
    return History(runs, by: .run)
  }

  @Test func `few runs are too few to tell, and so are the few of one action`() throws {
    let few = history(of: ["Launch": [0, 0, 0, 100, 100, 100, 100, 100, 100]])
    #expect(
      few.headline
        == "9 runs, 1970-01-01 to 1970-01-09: too few to tell if a rate has changed for good, which takes 10."
    )
    let some = history(of: ["Launch": [Int](repeating: 2, count: 12), "Pay": [0, 0, 0, 100, 100, 100, 100, 100, 100]])
    #expect(
      some.headline == "12 runs, 1970-01-01 to 1970-01-12: no rate has changed for good. "
        + "1 action ran in fewer than 10 of them, too few to tell."
    )
    #expect(HistoryFormat.markdown(some).contains(" | too few to tell | "))
    #expect(try HistoryFormat.json(some).matches(of: /"hasEnoughPeriods" : false/).count == 1)
    #expect(history(of: [:]).headline == "No run.")
  }

  @Test func `bars of all actions have one scale, on the page too`() {
    let history = history(of: ["Launch": [27, 0, 14], "Pay": [7, 0, 0]])
    let text = HistoryFormat.text(history)
    #expect(text.contains("the full height is 27.0 % for all actions."))
    #expect(text.contains("  █▁▅  ") && text.contains("  ▃▁▁  "))
    #expect(HistoryFormat.markdown(history).contains("| ▃▁▁ |"))
    let page = HistorySection.render(history)
    #expect(page.contains("from 0 (1970-01-01) to 2 (1970-01-03); the full height is 27.0 % for all actions."))
    #expect(page.contains("><span>0 (1970-01-01): 7 of 100, 7.0 % (3.4 to 13.7)</span></li>"))
    let heights = page.matches(of: /<li style="--share:([0-9.]+)%"/).map { $0.output.1 }
    #expect(heights == ["100.0", "0.0", "51.9", "25.9", "0.0", "0.0"])
  }

  @Test func `a commit that runs again is one period, and what has no name is unknown`() throws {
    var rows: [Row] = []
    for (run, commit) in ["a", "b", "a", "", "b"].enumerated() {
      var row = Row.sample(runID: "\(run)", stepID: "s\(run)", startMs: Int64(20_000 + run) * 86_400_000)
      row.commit = commit
      rows.append(row)
    }
    let history = History(RunCounts.all(rows), by: .commit)
    #expect(history.periods.map(\.name) == ["a", "b", ""])
    #expect(try launch(history).points.map(\.rate.total) == [2, 2, 1])
    #expect(HistoryFormat.text(history).contains("from a (2024-10-04) to unknown (2024-10-07)."))
  }

  @Test func `the page draws a hundred actions, those that have changed first`() {
    var actions = (0..<100).map { ("Action \($0)", [Int](repeating: 50, count: 12)) }
    actions.append(("Changed", [0, 0, 0, 0, 0, 0, 30, 30, 30, 30, 30, 30]))
    let page = HistorySection.render(history(of: Dictionary(uniqueKeysWithValues: actions)))
    #expect(page.contains("the full height is 50.0 % for all actions. 100 of 101 actions.</p>"))
    #expect(page.matches(of: /<h3>/).count == 100)
    #expect(page.firstRange(of: "<h3>")?.lowerBound == page.firstRange(of: "<h3>Changed ")?.lowerBound)
    #expect(page.contains("<p>Risen since 6 (1970-01-07): from 0 of 600"))
  }

  @Test func `a run without a day has a name, and a name has an end`() {
    #expect(History.Label(name: "a", day: "", commit: "").text == "a")
    let long = History.Label(name: String(repeating: "a", count: 200), day: "2027-03-31", commit: "")
    #expect(long.text == String(repeating: "a", count: 39) + "… (2027-03-31)")
    let change = History.Change(
      before: .zero,
      after: .zero,
      last: long,
      since: .init(name: "b", day: "", commit: "c"),
      probability: 0
    )
    #expect(change.sentence.hasPrefix("Fallen since b: from"))
  }

  @Test func `runs that say next to nothing are no trouble`() {
    let runs = (0..<12).map {
      RunCounts(
        id: "\($0)",
        startMs: .max,
        actions: $0 == 3 ? ["Pay": ActionCounts()] : [:]
      )
    }
    let history = History(runs, by: .run)
    #expect(history.actions.map(\.points) == [[]])
    #expect(HistoryFormat.text(history).hasSuffix("  ············  0 of 0, 0.0 % (0.0 to 100.0)\n"))
    #expect(HistorySection.render(history).isEmpty)
    #expect(HistoryFormat.text(History(Array(runs.prefix(2)), by: .day)).contains("1 day"))
  }

  @Test func `a long search shows how far it is, a short one does not`() {
    func shown(_ actions: Int) -> [String] {
      let runs = (0..<60).map { run in
        let counts = Self.counts(run * 7 % 5, of: 10)
        let all = (0..<actions).map { ("\($0)", counts) }
        return RunCounts(id: "\(run)", startMs: 0, actions: Dictionary(uniqueKeysWithValues: all))
      }
      var lines: [String] = []
      _ = History(runs, by: .run) { lines.append($0) }
      return lines
    }
    #expect(shown(2) == [])
    #expect(shown(84).first == "Looking for changes: 0 %" && shown(84).last?.isEmpty == true)
  }
}
