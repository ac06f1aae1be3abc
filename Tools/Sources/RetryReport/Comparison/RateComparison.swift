/// The rates of all actions, then and now.
struct RateComparison {
  /// The rates of one action.
  private struct Pair {
    let action: LikeWithLike
    let rates: ComparedRates
    let surprise: Surprise
  }

  var isEmpty: Bool { pairs.isEmpty }
  let risen: [Comparison.Change]
  /// Rates that have risen if each failure counts, and have not if an episode counts once.
  let perhapsRisen: [Comparison.Change]
  let fallen: [Comparison.Change]
  private let pairs: [Pair]
  private let level: Double

  init(_ actions: [LikeWithLike], level: Double) {
    let pairs = Self.pairs(actions.map { ($0, $0.compared) })
    (self.pairs, self.level) = (pairs, level)
    let risen = Self.risen(pairs, level)
    self.risen = risen
    fallen = Self.changes(pairs, level) { pair in
      let now = pair.rates.now
      return pair.surprise.mirrored.probability(ofAtLeast: now.all.total - now.all.count, in: now, level: level)
    }
    let certain = Set(risen.map(\.action))
    let plain = actions.contains(where: \.hasEpisodes) ? Self.pairs(actions.map { ($0, $0.plain) }) : []
    let doubtful = Set(actions.filter(\.hasEpisodes).map(\.action)).subtracting(certain)
    perhapsRisen = Self.risen(plain, level).filter { doubtful.contains($0.action) }
  }

  private static func pairs(_ actions: [(LikeWithLike, ComparedRates)]) -> [Pair] {
    let known = actions.filter { !$0.1.isEmpty }
    return zip(known, correlations(known.map(\.1))).map { pair, correlation in
      let (action, rates) = pair
      let inflation = rates.then.inflation(correlation: correlation)
      let surprise = Surprise(after: rates.expected, inflation: inflation, correlation: correlation)
      return Pair(action: action, rates: rates, surprise: surprise)
    }
  }

  /// The largest correlation of each action on any kind of machine.
  private static func correlations(_ rates: [ComparedRates]) -> [Double] {
    let machines = Set(rates.flatMap(\.thenByRun.keys))
    let all = machines.map { machine in Spread.correlations(rates.map { $0.thenByRun[machine] ?? [:] }) }
    return rates.indices.map { index in all.map { $0[index] }.max() ?? Spread.ofOneRun }
  }

  private static func risen(_ pairs: [Pair], _ level: Double) -> [Comparison.Change] {
    changes(pairs, level) { pair in
      let now = pair.rates.now
      return pair.surprise.probability(ofAtLeast: now.all.count, in: now, level: level)
    }
  }

  private static func changes(
    _ pairs: [Pair],
    _ level: Double,
    _ probability: (Pair) -> Double
  ) -> [Comparison.Change] {
    let probabilities = pairs.map(probability)
    let significant = Holm.significant(probabilities, level: level)
    return pairs.indices.filter { significant[$0] }.map { index in
      let action = pairs[index].action
      let (plain, compared) = (action.plain, action.compared)
      return Comparison.Change(
        action: action.action,
        then: plain.then.all,
        now: plain.now.all,
        compared: (compared.then.all, compared.now.all),
        probability: probabilities[index]
      )
    }
    .sorted { ($0.probability, $0.action) < ($1.probability, $1.action) }
  }

  /// The smallest rise of each rate that is found, of the actions with the most steps.
  func sensitivities(most: Int) -> [Comparison.Sensitivity] {
    let levelOfOne = level / Double(max(pairs.count, 1))
    let largest = pairs.sorted {
      ($1.rates.now.all.total, $0.action.action) < ($0.rates.now.all.total, $1.action.action)
    }
    return largest.prefix(most).map { pair in
      Comparison.Sensitivity(
        action: pair.action.action,
        now: pair.rates.now.all,
        then: pair.rates.then.all,
        detectableRate: Self.detectable(pair, levelOfOne)
      )
    }
  }

  private static func detectable(_ pair: Pair, _ level: Double) -> Double? {
    let now = pair.rates.now
    guard let count = pair.surprise.smallestCount(in: now, level: level) else { return nil }
    let correlation = pair.surprise.correlation(in: now)
    var (least, most) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (least + most) / 2
      let counts = BetaBinomial(trials: now.all.total, rate: middle, correlation: correlation)
      if counts.probability(ofAtLeast: count) < Comparison.Sensitivity.share { least = middle } else { most = middle }
    }
    return most
  }
}
