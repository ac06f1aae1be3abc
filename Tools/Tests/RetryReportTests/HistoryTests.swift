import Foundation
import Testing

@testable import RetryReport

@Suite struct HistoryTests {
  /// A run on each day, with so many of 100 first attempts that failed; nil where the action did not run.
  private func history(_ failures: [Int?], by period: History.Period = .run) -> History {
    var rows: [Row] = []
    for (index, failed) in failures.enumerated() {
      for step in 0..<(failed == nil ? 0 : 100) {
        let isFailed = step < failed ?? 0
        var row = Row.sample(
          outcome: isFailed ? "recovered" : "passed",
          attempt: isFailed ? 2 : 1,
          runID: "run \(index)",
          stepID: "s\(step)",
          startMs: Int64(20_000 + index / 2) * 86_400_000
        )
        row.commit = "c\(index)"
        rows.append(row)
      }
      let startMs = Int64(20_000 + index / 2) * 86_400_000
      var other = Row.sample(action: "Other", runID: "run \(index)", stepID: "o", startMs: startMs)
      other.commit = "c\(index)"
      rows.append(other)
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
    #expect(try launch(days).points.map(\.rate) == [Rate(count: 6, total: 200), Rate(count: 4, total: 200)])
    #expect(history([2, 4, 1, 3], by: .commit).periods.map(\.name) == ["c0", "c1", "c2", "c3"])
  }

  @Test func `people see a line for each action`() {
    let text = HistoryFormat.text(history([0, 0, 1, nil, 0, 0, 1, 20, 25, 20, 22, 24, 21, 20]))
    #expect(
      text == """
        14 runs, 2024-10-04 to 2024-10-10: the rate of 1 action of 2 has changed for good.
        A bar for each run, from run 0 (2024-10-04) to run 13 (2024-10-10); a full one is 25.0 %, for all actions. A dot: it did not run.

        Launch                                    ▁▁▁·▁▁▁▇█▇▇█▇▇  154 of 1300, 11.8 % (10.2 to 13.7)
            Risen since run 7 (2024-10-07, commits c6..c7): from 2 of 600, 0.3 % (0.1 to 1.2) to 152 of 700, 21.7 % (18.8 to 24.9).
        Other                                     ▁▁▁▁▁▁▁▁▁▁▁▁▁▁  0 of 14, 0.0 % (0.0 to 21.5)

        """
    )
  }

  @Test func `many periods are drawn together, and a name is no command`() {
    let text = HistoryFormat.text(history(Array(repeating: 1, count: 400)))
    #expect(text.split(separator: "\n").allSatisfy { $0.count < 140 })
  }

  /// Tests of 200 steps in ten runs, with so many first attempts that failed.
  private func historyOfTests(_ failures: [String: Int]) -> History {
    let rows = failures.flatMap { test, failed in
      (0..<200).map { step in
        let outcome = step < failed ? "recovered" : "passed"
        return Row.sample(outcome: outcome, test: test, runID: "run \(step / 20)", stepID: "\(test)\(step)")
      }
    }
    return History(RunCounts.all(rows), by: .run)
  }

  @Test func `a flake is owned by the test in which it is, not by the tests in which it is as rare as elsewhere`()
    throws
  {
    let history = historyOfTests(["testMap": 30, "testCart": 2, "testSearch": 0])
    let action = try launch(history)
    #expect(action.tests["ShopTests.SearchTests/testCart"] == Rate(count: 2, total: 200))
    #expect(action.owners.map(\.test) == ["ShopTests.SearchTests/testMap"])
    #expect(
      HistoryFormat.text(history).contains(
        "\n    ShopTests.SearchTests/testMap: 30 of 200, 15.0 % (10.7 to 20.6); all others 2 of 400.\n"
      )
    )
    #expect(try HistoryFormat.json(history).matches(of: /"isOwner" : true/).count == 1)
    #expect(try launch(historyOfTests(["testMap": 12, "testCart": 9, "testSearch": 7])).owners.isEmpty)
    #expect(try launch(historyOfTests(["testMap": 100])).owners.isEmpty)
  }

  @Test func `the page names the tests with flakes, the worst first, and marks what they own`() {
    var steps: [Row] = []
    for (test, failed) in [("testMap", 30), ("testCart", 2), ("testSearch", 0)] {
      for step in 0..<200 {
        let outcome = step < failed ? (test == "testCart" ? "exhausted" : "recovered") : "passed"
        steps.append(.sample(outcome: outcome, test: test, stepID: "\(test)\(step)"))
      }
    }
    let section = TestSection.render(RunCounts(RunCounts.all(steps)))
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("<tr class") }
    #expect(rows.map { $0.contains("testCart") } == [true, false])
    #expect(rows[0].hasPrefix("<tr class=\"bad\">") && rows[0].hasSuffix("Launch 2 of 200</td></tr>"))
    #expect(rows[1].contains("<strong>Launch 30 of 200</strong>"))
    #expect(section.contains("In 1 other test every step passed at its first attempt."))
  }

  /// Tests with the same rate, from a seed: every owner is a false alarm.
  @Test func `chance alone rarely makes an owner`() {
    var generator = SeededGenerator(seed: 7)
    let alarms = (0..<300).count { _ in
      let rates = (0..<12).map { index in
        let failed = (0..<60).count { _ in Int.random(in: 0..<10, using: &generator) == 0 }
        return ("test \(index)", Rate(count: failed, total: 60))
      }
      return !Outliers.high(Dictionary(uniqueKeysWithValues: rates)).isEmpty
    }
    #expect(alarms <= 9, "\(alarms) of 300")
  }
}
