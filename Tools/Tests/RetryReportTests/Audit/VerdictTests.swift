import Testing

@testable import RetryReport

@Suite struct VerdictTests {
  private static let passed = GateResult("--a", failures: [], isChecked: true)
  private static let failed = GateResult("--b", failures: ["b failed."], isChecked: true)
  private static let unchecked = GateResult("--c", failures: [], isChecked: false)

  private static func results(failed: Int = 0, passed: Int = 0, unread: Int = 0) -> TestResults {
    var results = TestResults()
    for _ in 0..<failed { results.add(.failed) }
    for _ in 0..<passed { results.add(.passed) }
    results.unread = unread
    return results
  }

  static let rows: [(verdict: Verdict, results: TestResults?, decision: Decision?, sentence: String)] = [
    (Verdict(), nil, nil, "No verdict: no test results and no gates"),
    (Verdict(), results(), nil, "No verdict: no test results and no gates"),
    (Verdict(), results(passed: 1), .passed, "Passed: no test failed"),
    (Verdict(gates: [passed]), nil, .passed, "Passed: the gate passed"),
    (Verdict(gates: [passed, passed]), results(passed: 1), .passed, "Passed: no test failed, all 2 gates passed"),
    (Verdict(), results(failed: 2), .failed, "Failed: 2 tests"),
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

  @Test func `the page begins with the verdict, and lists each gate, the failed ones first`() throws {
    var full = FullReport([Row.sample()])
    full.verdict = Verdict(gates: [Self.passed, Self.failed, Self.unchecked], problems: ["A file is missing."])
    let page = HTMLFormat.render(full)
    #expect(page.contains("<header>\n<h1 class=\"verdict bad\">Failed: 1 of 3 gates</h1>"))
    let gates = page.matches(of: #/<li><code>(--\w)</code> <strong class="[a-z-]+">([a-z ]+)</strong>/#)
    #expect(gates.map { "\($0.1) \($0.2)" } == ["--b failed", "--c could not be checked", "--a passed"])
    #expect(page.contains("<br>b failed.</li>") && page.contains("<li>A file is missing.</li>"))
  }
}
