/// The rates of all actions, then and now.
struct RateComparison {
  /// The rates of one action.
  private struct Pair {
    let action: String
    let rates: LikeWithLike
    let surprise: Surprise
  }

  var isEmpty: Bool { pairs.isEmpty }
  let risen: [Comparison.Change]
  let fallen: [Comparison.Change]
  /// Newer steps that were not compared, because their tests are new.
  let unknownSteps: Int
  private let pairs: [Pair]
  private let level: Double

  init(then: [RunTally], now: [RunTally], level: Double) {
    let names = Set(now.flatMap(\.actions.keys)).sorted()
    let rates = names.compactMap { name in LikeWithLike(name, then: then, now: now).map { (name, $0) } }
    pairs = zip(rates, Self.correlations(rates.map(\.1))).map { pair, correlation in
      let (name, rates) = pair
      let inflation = rates.then.inflation(correlation: correlation)
      let surprise = Surprise(after: rates.expected, inflation: inflation, correlation: correlation)
      return Pair(action: name, rates: rates, surprise: surprise)
    }
    self.level = level
    unknownSteps = rates.reduce(0) { $0 + $1.1.unknownSteps }
    risen = Self.changes(pairs, level) { pair in
      let now = pair.rates.now
      return pair.surprise.probability(ofAtLeast: now.all.count, in: now, level: level)
    }
    fallen = Self.changes(pairs, level) { pair in
      let now = pair.rates.now
      return pair.surprise.mirrored.probability(ofAtLeast: now.all.total - now.all.count, in: now, level: level)
    }
  }

  /// The largest correlation of each action on any kind of machine.
  private static func correlations(_ rates: [LikeWithLike]) -> [Double] {
    let machines = Set(rates.flatMap(\.thenByRun.keys))
    let all = machines.map { machine in Spread.correlations(rates.map { $0.thenByRun[machine] ?? [:] }) }
    return rates.indices.map { index in all.map { $0[index] }.max() ?? Spread.ofOneRun }
  }

  private static func changes(
    _ pairs: [Pair],
    _ level: Double,
    _ probability: (Pair) -> Double
  ) -> [Comparison.Change] {
    let probabilities = pairs.map(probability)
    let significant = Holm.significant(probabilities, level: level)
    return pairs.indices.filter { significant[$0] }.map { index in
      Comparison.Change(
        action: pairs[index].action,
        then: pairs[index].rates.plain.then,
        now: pairs[index].rates.plain.now,
        compared: (pairs[index].rates.then.all, pairs[index].rates.now.all),
        probability: probabilities[index]
      )
    }
    .sorted { ($0.probability, $0.action) < ($1.probability, $1.action) }
  }

  /// The smallest rise of each rate that is found, of the actions with the most steps.
  func sensitivities(most: Int) -> [Comparison.Sensitivity] {
    let levelOfOne = level / Double(max(pairs.count, 1))
    let largest = pairs.sorted { ($1.rates.now.all.total, $0.action) < ($0.rates.now.all.total, $1.action) }
    return largest.prefix(most).map { pair in
      Comparison.Sensitivity(
        action: pair.action,
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
