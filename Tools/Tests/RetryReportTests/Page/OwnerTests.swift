import Testing

@testable import RetryReport

@Suite struct OwnerTests {
  /// The owners among tests of 200 steps, with these numbers of failed first attempts.
  private func owners(_ failures: [String: Int]) -> [String] {
    Outliers.high(failures.mapValues { Rate(count: $0, total: 200) })
  }

  @Test func `a flake is owned by the test in which it is, not by the tests in which it is as rare as elsewhere`() {
    #expect(owners(["testMap": 30, "testCart": 2, "testSearch": 0]) == ["testMap"])
    #expect(owners(["testMap": 12, "testCart": 9, "testSearch": 7]).isEmpty)
    #expect(owners(["testMap": 100]).isEmpty)
    // One of twelve tests fails as often as this by chance.
    #expect(owners(Dictionary(uniqueKeysWithValues: (1...12).map { ("test\($0)", $0 == 1 ? 11 : 4) })).isEmpty)
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
