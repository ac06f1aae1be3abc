import RetryReport

/// The findings in many histories of a scenario.
struct HistoryFindings {
  private(set) var any = Rate(count: 0, total: 0)
  private(set) var named = Rate(count: 0, total: 0)
  private(set) var atItsRun = Rate(count: 0, total: 0)
  private(set) var others = Rate(count: 0, total: 0)

  init(_ scenario: HistoryScenario, histories: Int, seed: UInt64, search: ChangeSearch = ChangeSearch()) {
    var random = SeededGenerator(seed: seed)
    let firstChanged = scenario.runs - (scenario.change?.runs ?? 0)
    for _ in 0..<histories {
      let changes = search.changes(in: scenario.history(&random))
      func count(_ isSo: Bool) -> Rate { Rate(count: isSo ? 1 : 0, total: 1) }
      any = any + count(changes.contains { $0 != nil })
      named = named + count(changes[0] != nil)
      atItsRun = atItsRun + count(changes[0]?.since == firstChanged)
      others = others + count(changes.dropFirst().contains { $0 != nil })
    }
  }
}
