import RetryReport

/// A project whose actions run from run to run, with or without a change in the first of them.
struct HistoryScenario {
  struct Change {
    let rate: Double
    /// The number of runs at the end that have the change.
    let runs: Int
  }

  var actions = 5
  var runs = 20
  /// The steps of an action in a run.
  var tests = 200
  var rate = 0.05
  /// The correlation of the steps of an action in one run.
  var spread = 0.0
  /// The correlation of the actions that do not change; nil for the same value.
  var spreadOfOthers: Double?
  /// The share of runs in which all actions fail three times as often.
  var slowRuns = 0.0
  var change: Change?

  /// The rates of each action.
  func history(_ random: inout SeededGenerator) -> [[PeriodRate]] {
    let isSlow = (0..<runs).map { _ in random.unit() < slowRuns }
    return (0..<actions).map { action in
      (0..<runs).map { run in
        let isChanged = action == 0 && run >= runs - (change?.runs ?? 0)
        let rate = (isChanged ? change?.rate ?? rate : rate) * (isSlow[run] ? 3 : 1)
        let failures = failures(rate, spread: action == 0 ? spread : spreadOfOthers ?? spread, &random)
        return PeriodRate(period: run, rate: Rate(count: failures, total: tests))
      }
    }
  }

  /// A number from the beta-binomial distribution, by Pólya's urn.
  private func failures(_ rate: Double, spread: Double, _ random: inout SeededGenerator) -> Int {
    let weight = spread == 0 ? 0 : spread / (1 - spread)
    var failures = 0
    for step in 0..<tests {
      let chance = (rate + Double(failures) * weight) / (1 + Double(step) * weight)
      if random.unit() < chance { failures += 1 }
    }
    return failures
  }
}
