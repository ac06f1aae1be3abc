import RetryReport

/// The shares of histories in which a change is named, with and without a real one.
enum HistoryTable {
  static func lines(histories: Int, seed: UInt64) -> [String] {
    let calm = calm.map { scenario -> String in
      let found = HistoryFindings(scenario, histories: histories, seed: seed)
      return "| \(scenario.actions) | \(scenario.runs) | \(scenario.kind) | \(found.any.asShare) |"
    }
    let changed = changed.map { scenario -> String in
      let found = HistoryFindings(scenario, histories: histories, seed: seed)
      let change = scenario.change ?? HistoryScenario.Change(rate: scenario.rate, runs: 0)
      let rates = "\(Int(scenario.rate * 100)) to \(Int((change.rate * 100).rounded())) %"
      return "| \(rates) | \(change.runs) of \(scenario.runs) | \(scenario.actions) | \(scenario.kind) "
        + "| \(found.named.asShare) | \(found.atItsRun.asShare) | \(found.others.asShare) |"
    }
    return [
      "## Histories", "",
      "Histories without a change, 200 steps of each action in a run, 5 % of them fail; \(histories) for each line. "
        + "ρ is the correlation of the steps in a run; all actions of a slow run fail three times as often.",
      "",
      "| actions | runs | ρ | a change is named |", "|--:|--:|--:|--:|",
    ] + calm + [
      "", "Histories in which one action changes for good.", "",
      "| first attempts that fail | in the last runs | actions | ρ | named | at its very run | named of another action |",
      "|--:|--:|--:|--:|--:|--:|--:|",
    ] + changed
  }

  static let calm = [5, 20].flatMap { actions in
    [10, 20, 50].flatMap { runs in
      [0, 0.01, 0.05].map { HistoryScenario(actions: actions, runs: runs, spread: $0) }
        + [HistoryScenario(actions: actions, runs: runs, slowRuns: 0.1)]
    }
  }

  static let changed: [HistoryScenario] = [
    HistoryScenario(change: .init(rate: 0.15, runs: 3)),
    HistoryScenario(change: .init(rate: 0.15, runs: 2)),
    HistoryScenario(actions: 20, change: .init(rate: 0.15, runs: 3)),
    HistoryScenario(actions: 100, change: .init(rate: 0.15, runs: 3)),
    HistoryScenario(spread: 0.01, change: .init(rate: 0.15, runs: 3)),
    HistoryScenario(spread: 0.01, change: .init(rate: 0.15, runs: 10)),
    HistoryScenario(spread: 0.05, change: .init(rate: 0.15, runs: 10)),
    HistoryScenario(spreadOfOthers: 0.05, change: .init(rate: 0.15, runs: 3)),
    HistoryScenario(slowRuns: 0.1, change: .init(rate: 0.15, runs: 3)),
    HistoryScenario(change: .init(rate: 0.08, runs: 10)),
    HistoryScenario(runs: 50, change: .init(rate: 0.15, runs: 2)),
    HistoryScenario(runs: 50, change: .init(rate: 0.08, runs: 25)),
    HistoryScenario(actions: 2, runs: 10, rate: 0, change: .init(rate: 1, runs: 5)),
    HistoryScenario(runs: 10, change: .init(rate: 0.15, runs: 5)),
  ]
}

extension HistoryScenario {
  /// The correlation in a run, and the other conditions.
  fileprivate var kind: String {
    let spread = Self.decimal(spread)
    if slowRuns > 0 { return "\(spread), a run in ten is slow" }
    return spreadOfOthers.map { "\(spread), others \(Self.decimal($0))" } ?? spread
  }

  private static func decimal(_ number: Double) -> String { number == 0 ? "0" : "\(number)" }
}
