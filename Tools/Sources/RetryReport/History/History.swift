/// The rate of first attempts that fail, of each action from period to period.
public struct History: Sendable {
  /// The unit of time.
  public enum Period: String, CaseIterable, Sendable {
    case run, day, commit
  }

  /// A run, a day or a commit.
  struct Label: Codable, Equatable, Sendable {
    let name: String
    let day: String
    let commit: String
  }

  /// A rate that has changed for good.
  struct Change: Equatable, Sendable {
    let before: Rate
    let after: Rate
    /// The last period with the old rate.
    let last: Label
    /// The first period with the new rate.
    let since: Label
    let probability: Double
  }

  /// The seed of permutations, so that the same records say the same.
  private static let seed: UInt64 = 1

  let periods: [Label]
  public var periodCount: Int { periods.count }
  /// The highest rate first.
  let actions: [ActionHistory]

  /// - Parameters:
  ///   - runs: The oldest first.
  ///   - level: The probability of a single false alarm among all actions.
  init(_ runs: [RunCounts], by period: Period, level: Double = 0.01) {
    var periods: [Label] = []
    var rates: [String: [Int: Rate]] = [:]
    var tests: [String: [String: Rate]] = [:]
    for run in runs {
      let label = run.label(period)
      if periods.last?.name != label.name { periods.append(label) }
      for (name, counts) in run.actions {
        let old = rates[name]?[periods.count - 1] ?? .zero
        rates[name, default: [:]][periods.count - 1] = old + counts.rate
        for (test, inTest) in counts.tests {
          tests[name, default: [:]][test] = (tests[name]?[test] ?? .zero) + inTest.rate
        }
      }
    }
    self.periods = periods
    let byTest = tests
    let levelOfOne = level / Double(max(rates.count, 1))
    actions = rates.map { name, byPeriod in
      let series = periods.indices.map { byPeriod[$0] ?? .zero }
      return ActionHistory(
        action: name,
        rates: series,
        tests: byTest[name] ?? [:],
        change: Self.change(series, periods, levelOfOne)
      )
    }
    .sorted { ($1.rate.share, $0.action) < ($0.rate.share, $1.action) }
  }

  private static func change(_ series: [Rate], _ periods: [Label], _ level: Double) -> Change? {
    let ran = series.indices.filter { series[$0].total > 0 }
    guard let point = ChangePoint(ran.map { series[$0] }, level: level, seed: seed) else { return nil }
    let (before, after) = (ran[..<point.index], ran[point.index...])
    guard let last = before.last, let since = after.first else { return nil }
    return Change(
      before: before.map { series[$0] }.reduce(.zero, +),
      after: after.map { series[$0] }.reduce(.zero, +),
      last: periods[last],
      since: periods[since],
      probability: point.probability
    )
  }
}

/// The rates of one action, from period to period.
struct ActionHistory: Sendable {
  let action: String
  /// A rate for each period; its total is 0 if the action did not run.
  let rates: [Rate]
  /// A rate for each test that has the action.
  let tests: [String: Rate]
  let change: History.Change?

  var rate: Rate { rates.reduce(.zero, +) }

  /// The tests that own the flake: it fails there more often than in all others, and not by chance.
  var owners: [(test: String, rate: Rate)] {
    Outliers.high(tests).map { ($0, tests[$0] ?? .zero) }
  }
}

extension RunCounts {
  fileprivate func label(_ period: History.Period) -> History.Label {
    let name =
      switch period {
      case .run: id
      case .day: day
      case .commit: commit
      }
    return History.Label(name: name, day: day, commit: commit)
  }
}

extension RecordReader {
  /// The rates of first attempts that fail, from period to period.
  public func history(_ filter: RunFilter, by period: History.Period) async -> (input: Input, history: History) {
    var collector = RunCollector(filter)
    let input = await read(into: &collector)
    return (input, History(collector.selected, by: period))
  }
}
