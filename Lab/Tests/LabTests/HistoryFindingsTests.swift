import Testing

@testable import ComparisonExperiment
@testable import RetryReport

/// Small versions of the tables of histories.
@Suite struct HistoryFindingsTests {
  /// Fewer orders, because it searches many times.
  private static let quick = ChangeSearch(permutations: 999)

  @Test(arguments: [
    HistoryScenario(), HistoryScenario(spread: 0.05), HistoryScenario(actions: 20, runs: 10, spread: 0.05),
    HistoryScenario(slowRuns: 0.1),
  ])
  func `chance alone is rarely taken for a change`(scenario: HistoryScenario) {
    let found = HistoryFindings(scenario, histories: 150, seed: 1, search: Self.quick).any
    #expect(found.count <= 4, "\(found.text)")
  }

  @Test(arguments: [
    HistoryScenario(change: .init(rate: 0.15, runs: 3)),
    HistoryScenario(change: .init(rate: 0.15, runs: 2)),
    HistoryScenario(spreadOfOthers: 0.05, change: .init(rate: 0.15, runs: 3)),
  ])
  func `a rate that is three times as high is found in two or three runs of twenty`(scenario: HistoryScenario) {
    let found = HistoryFindings(scenario, histories: 20, seed: 1, search: Self.quick).named
    #expect(found.count >= 15, "\(found.text)")
  }
}
