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

  /// The number of rates whose search takes half a second or so.
  static let worthShowing = 5_000

  let unit: Period
  let periods: [Label]
  public var periodCount: Int { periods.count }
  /// The highest rate first.
  let actions: [ActionHistory]
  /// The fewest periods that can tell if a rate has changed.
  let fewestPeriods: Int

  /// - Parameters:
  ///   - runs: The oldest first.
  ///   - level: The probability of a single false alarm among all actions.
  ///   - progress: A function that shows a line in place of the one before.
  init(_ runs: [RunCounts], by unit: Period, level: Double = 0.01, progress: (String) -> Void = { _ in }) {
    var periods: [Label] = []
    var places: [String: Int] = [:]
    var collected: [String: CollectedRates] = [:]
    for run in runs {
      let label = run.label(unit)
      // A commit that runs again, after others, is one period.
      let place = places[label.name] ?? periods.count
      if place == periods.count {
        places[label.name] = place
        periods.append(label)
      }
      for (name, counts) in run.actions { collected[name, default: CollectedRates()].add(counts, in: place) }
    }
    let names = collected.keys.sorted()
    let series = names.map { collected[$0]?.points ?? [] }
    let rates = series.reduce(0) { $0 + $1.count }
    let search = rates < 20_000 ? ChangeSearch(level: level) : ChangeSearch(level: level, permutations: 999)
    let isLong = rates >= Self.worthShowing
    let changes = search.changes(in: series) { percent in
      if isLong { progress("Looking for changes: \(percent) %") }
    }
    if isLong { progress("") }
    self.unit = unit
    self.periods = periods
    fewestPeriods = search.fewestPeriods
    actions = names.indices.map { index in
      ActionHistory(
        action: names[index],
        points: series[index],
        tests: collected[names[index]]?.tests ?? [:],
        change: changes[index].map { Change($0, series[index], periods) },
        canTell: search.canTell(series[index])
      )
    }
    .sorted { ($1.rate.share, $0.action) < ($0.rate.share, $1.action) }
  }
}

extension History.Change {
  fileprivate init(_ point: ChangePoint, _ points: [PeriodRate], _ periods: [History.Label]) {
    before = points.filter { $0.period <= point.last }.map(\.rate).reduce(.zero, +)
    after = points.filter { $0.period >= point.since }.map(\.rate).reduce(.zero, +)
    last = periods[point.last]
    since = periods[point.since]
    probability = point.probability
  }
}

/// The rates of one action while they are added up.
private struct CollectedRates {
  private var byPeriod: [Int: Rate] = [:]
  private(set) var tests: [String: Rate] = [:]

  /// The periods in which it ran.
  var points: [PeriodRate] {
    byPeriod.filter { $0.value.total > 0 }.sorted { $0.key < $1.key }.map { PeriodRate(period: $0, rate: $1) }
  }

  mutating func add(_ counts: ActionCounts, in period: Int) {
    byPeriod[period] = (byPeriod[period] ?? .zero) + counts.all.rate
    for (test, inTest) in counts.tests { tests[test] = (tests[test] ?? .zero) + inTest.tally.rate }
  }
}

extension RunCounts {
  fileprivate func label(_ unit: History.Period) -> History.Label {
    let day = day
    let name =
      switch unit {
      case .run: id
      case .day: day
      case .commit: commit
      }
    return History.Label(name: name, day: day, commit: commit)
  }
}

extension RecordReader {
  /// The rates of first attempts that fail, from period to period.
  public func history(
    _ filter: RunFilter,
    by unit: History.Period,
    progress: (String) -> Void = { _ in }
  ) async -> (input: Input, history: History) {
    var collector = RunCollector(filter)
    let input = await read(into: &collector)
    return (input, History(collector.selected, by: unit, progress: progress))
  }
}
