import Testing

@testable import RetryReport

@Suite struct OwnerTests {
  /// Tests of 200 steps in ten runs, with these numbers of failed first attempts.
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
    let action = try #require(history.actions.first)
    #expect(action.tests["ShopTests.SearchTests/testCart"] == Rate(count: 2, total: 200))
    #expect(action.owners.map(\.test) == ["ShopTests.SearchTests/testMap"])
    #expect(
      HistoryFormat.text(history).contains(
        "\n    ShopTests.SearchTests/testMap: 30 of 200, 15.0 % (10.7 to 20.6); all others 2 of 400.\n"
      )
    )
    #expect(try HistoryFormat.json(history).matches(of: /"isOwner" : true/).count == 1)
    #expect(historyOfTests(["testMap": 12, "testCart": 9, "testSearch": 7]).actions[0].owners.isEmpty)
    #expect(historyOfTests(["testMap": 100]).actions[0].owners.isEmpty)
    // One of twelve tests fails as often as this by chance.
    let twelve = Dictionary(uniqueKeysWithValues: (1...12).map { ("test\($0)", $0 == 1 ? 11 : 4) })
    #expect(historyOfTests(twelve).actions[0].owners.isEmpty)
  }

  @Test func `the page names the tests with flakes, the worst first, and marks what they own`() {
    var steps: [Row] = []
    for (test, failed) in [("testMap", 30), ("testCart", 2), ("testSearch", 0)] {
      for step in 0..<200 {
        let outcome = step < failed ? (test == "testCart" ? "exhausted" : "recovered") : "passed"
        let taxMs: Int64 = test == "testCart" ? 1_000 : 10
        steps.append(.sample(outcome: outcome, test: test, stepID: "\(test)\(step)", taxMs: taxMs))
      }
    }
    let page = HTMLFormat.render(FullReport(steps))
    let tests = page.split(separator: "<details class=\"test\"").dropFirst()
    #expect(tests.map { $0.contains("testCart") || $0.contains("test<wbr>Cart") } == [true, false])
    #expect(
      tests.first?.contains("<span class=\"bad-text\">2 of 200 first attempts failed, 2 steps for good</span>")
        == true
    )
    #expect(tests.first?.contains("<p>Launch 2 of 200</p>") == true)
    #expect(tests.last?.contains("<p><strong>Launch 30 of 200</strong></p>") == true)
    #expect(page.contains("In 1 other test every step passed at its first attempt."))
  }
}
