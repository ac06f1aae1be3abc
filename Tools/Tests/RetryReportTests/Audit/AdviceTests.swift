import Testing

@testable import RetryReport

@Suite struct AdviceTests {
  /// - Parameter rows: Each row, with its number of occurrences.
  private func sentences(_ rows: [(Row, Int)]) -> [String] {
    advice(rows).findings.first?.sentences ?? []
  }

  private func advice(_ rows: [(Row, Int)]) -> Advice {
    Advice(Report(rows.flatMap { Array(repeating: $0, count: $1) }), today: "2027-01-01")
  }

  private func recovered(_ retries: Int) -> Row {
    .sample(outcome: "recovered", attempt: retries + 1, cure: "retrying")
  }

  @Test func `the retries that cover 99 percent of the recoveries are enough`() {
    #expect(
      sentences([(recovered(1), 80), (recovered(2), 19), (recovered(3), 1), (.sample(), 1)]) == [
        "retryAttempts: 2 covers 99 % of 100 recoveries by a retry, with 3 allowed."
      ]
    )
    #expect(
      sentences([(recovered(1), 80), (recovered(2), 18), (recovered(3), 2)]).first?
        .hasPrefix("retryAttempts: 3 covers 99 %") == true
    )
  }

  @Test func `few recoveries prove nothing`() {
    #expect(sentences([(recovered(1), 19), (.sample(), 1)]) == [])
    #expect(sentences([(recovered(1), 20), (.sample(), 1)]).first?.hasPrefix("retryAttempts: 1 covers") == true)
  }

  @Test func `where waiting cured, a longer timeout is suggested from what it took`() {
    let rows = (1...100).map { ms in
      (Row.sample(outcome: "recovered", cure: "waiting", waitMs: Int64(ms * 10)), 1)
    }
    #expect(
      sentences(rows + [(.sample(), 1)]) == [
        "Waiting alone cured 100 of 100: conditionTimeout: .milliseconds(950) would have covered 95 % of 100 without a "
          + "retry."
      ]
    )
  }

  @Test func `a wait after several attempts says nothing about the first`() {
    #expect(sentences([(.sample(outcome: "recovered", attempt: 2, cure: "waiting", waitMs: 10), 1)]) == [])
  }

  @Test func `a step that never succeeded is broken`() {
    let rows = [(Row.sample(outcome: "exhausted"), 3)]
    #expect(sentences(rows).first?.hasPrefix("It never succeeded: it is broken, not flaky, and no policy") == true)
    #expect(sentences(rows + [(recovered(1), 1)]) == [])
  }

  @Test func `a step of which no first attempt passes is broken`() {
    let text = "No first attempt passes: it is broken, not flaky; find out what the retry changes."
    #expect(sentences([(recovered(1), 10)]) == [text])
    #expect(TextFormat.render(Report(Array(repeating: recovered(1), count: 10))).contains("  broken  "))
    #expect(sentences([(recovered(1), 9)]) == [])
    #expect(sentences([(recovered(1), 10), (.sample(), 1)]) == [])
  }

  @Test(
    arguments: [(0, 0), (7, 7), (100, 100), (999, 999), (1_001, 1_010), (123_456, 124_000)] as [(Int64, Int64)]
  )
  func `large values are rounded up to three digits`(value: Int64, rounded: Int64) {
    var histogram = Histogram()
    histogram.add(value)
    #expect(histogram.percentile(95) == rounded)
  }
}
