import Foundation
import Testing

@testable import RetryReport

@Suite struct VerdictTests {
  private static let passed = GateResult("--a", failures: [], isChecked: true)
  private static let failed = GateResult("--b", failures: ["b failed."], isChecked: true)
  private static let unchecked = GateResult("--c", failures: [], isChecked: false)

  private static func results(failed: Int = 0, passed: Int = 0, skipped: Int = 0, unread: Int = 0) -> TestResults {
    var results = TestResults()
    for _ in 0..<failed { results.add(.failed, of: TestName(suite: "S", name: "f")) }
    for _ in 0..<passed { results.add(.passed, of: TestName(suite: "S", name: "p")) }
    for _ in 0..<skipped { results.add(.skipped, of: TestName(suite: "S", name: "s")) }
    results.unread = unread
    return results
  }

  private static var outside: TestResults {
    var results = results(failed: 1, passed: 1)
    results.failuresOutsideTests = [("S", "no server")]
    return results
  }

  static let rows: [(verdict: Verdict, results: TestResults?, decision: Decision?, sentence: String)] = [
    (Verdict(), nil, nil, "No verdict: no test results and no gates"),
    (Verdict(), results(), nil, "No verdict: no test results and no gates"),
    (Verdict(), results(passed: 1), .passed, "Passed: no test failed"),
    (Verdict(), results(skipped: 1), nil, "No verdict: every test was skipped, and there are no gates"),
    (Verdict(gates: [passed]), results(skipped: 1), .passed, "Passed: the gate passed"),
    (Verdict(), results(passed: 1, skipped: 1), .passed, "Passed: no test failed"),
    (Verdict(gates: [passed]), nil, .passed, "Passed: the gate passed"),
    (Verdict(gates: [passed, passed]), results(passed: 1), .passed, "Passed: no test failed, all 2 gates passed"),
    (Verdict(), results(failed: 2), .failed, "Failed: 2 tests"),
    (Verdict(), outside, .failed, "Failed: 1 test and 1 failure outside tests"),
    (Verdict(gates: [passed, failed]), results(failed: 1), .failed, "Failed: 1 test and 1 of 2 gates"),
    (Verdict(gates: [failed]), results(passed: 1, unread: 1), .failed, "Failed: the gate"),
    (Verdict(gates: [passed, unchecked]), results(passed: 1), .undecided, "Not decided: 1 gate could not be checked"),
    (Verdict(), results(passed: 1, unread: 1), .undecided, "Not decided: some results could not be read"),
    (Verdict(gates: [passed], problems: ["x"]), nil, .undecided, "Not decided: some results could not be read"),
  ]

  @Test(arguments: rows) func `nothing passes that failed or was not checked`(
    row: (verdict: Verdict, results: TestResults?, decision: Decision?, sentence: String)
  ) {
    #expect(row.verdict.decision(on: row.results) == row.decision)
    #expect(row.verdict.sentence(on: row.results) == row.sentence)
  }

  @Test func `nothing passes with a process that died`() {
    for (verdict, results, decision) in [
      (Verdict(), Self.results(passed: 1), Decision.undecided), (Verdict(gates: [Self.passed]), nil, .undecided),
      (Verdict(), Self.results(skipped: 1), nil), (Verdict(), Self.results(failed: 1), .failed),
    ] {
      #expect(verdict.decision(on: results, deaths: 1) == decision)
    }
    #expect(Verdict().sentence(on: Self.results(passed: 1), deaths: 1) == "Not decided: 1 process died")
  }

  @Test func `failed tests that no step explains are listed`() {
    var full = FullReport([
      Row.sample(outcome: "exhausted", test: "p"), .sample(outcome: "exhausted", test: "q", stepID: "s2"),
    ])
    var results = Self.outside
    results.add(.passed, of: TestName(suite: "ShopTests.SearchTests", name: "p"))
    results.add(.failed, of: TestName(suite: "ShopTests.SearchTests", name: "q"), message: "step")
    full.report.results = results
    let page = HTMLFormat.render(full).replacing("<wbr>", with: "")
    let section = page.components(separatedBy: "id=\"failed-tests\"").last?.components(separatedBy: "</section>").first
    let names = section?.matches(of: #/<h3>([^<]*)</h3>/#).map { String($0.1) }
    #expect(names == ["ShopTests.SearchTests/q", "S/f", "S"])
    #expect(section?.contains("<p>failed outside its steps</p>") == true && section?.contains("no server") == true)
  }

  @Test func `the title counts tests if their results are known, and actions otherwise`() {
    var full = FullReport([
      Row.sample(outcome: "recovered"), .sample(outcome: "exhausted", action: "Pay", stepID: "s2"),
    ])
    func title() -> String? { HTMLFormat.render(full).firstMatch(of: #/<title>(.*)<\/title>/#).map { String($0.1) } }
    #expect(title() == "1 failed action · 1 flaky action · run")
    full.report.results = Self.results(unread: 1)
    #expect(title() == "1 failed action · 1 flaky action · run")
    full.report.results = Self.results(failed: 2)
    #expect(title() == "2 failed · 0 flaky · run")
  }

  @Test func `the page begins with the verdict and the failed gates`() throws {
    var full = FullReport([Row.sample()])
    full.verdict = Verdict(gates: [Self.passed, Self.failed, Self.unchecked], problems: ["A file is missing."])
    let page = HTMLFormat.render(full)
    #expect(page.contains("<header>\n<h1 class=\"verdict bad\">Failed: 1 of 3 gates</h1>"))
    let gates = page.matches(of: #/<li><code>(--\w)</code> <strong class="[a-z-]+">([a-z ]+)</strong>/#)
    #expect(gates.map { "\($0.1) \($0.2)" } == ["--b failed", "--c could not be checked", "--a passed"])
    #expect(page.contains("<br>b failed.</li>") && page.contains("<li>A file is missing.</li>"))
  }
}
