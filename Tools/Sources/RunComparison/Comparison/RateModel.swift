internal import RetryReport

/// The expected failures of an action in newer runs if nothing changed.
struct RateModel: FailureModel {
  /// The largest probability of an outage among the earlier runs of an action.
  private static let unlikely = 1e-7

  let action: LikeWithLike
  private(set) var older: [RunRate]
  private(set) var newer: [RunRate]
  /// The number of earlier steps that have the same variance.
  private let worth: Double
  private var correlation = Spread.ofOneRun

  /// Fails if there is nothing to compare.
  init?(_ action: LikeWithLike) {
    var cells: [LikeWithLike.Cell: Rate] = [:]
    for (cell, counts) in action.then.flatMap(\.cells) { cells[cell, default: .zero] += counts.failures }
    self.action = action
    older = action.then.map { Self.rate($0, cells, isOlder: true) }.filter { $0.rate.total > 0 }
    newer = action.now.map { Self.rate($0, cells, isOlder: false) }.filter { $0.rate.total > 0 }
    guard !older.isEmpty, !newer.isEmpty else { return nil }
    var steps: [LikeWithLike.Cell: Int] = [:]
    for (cell, counts) in action.now.flatMap(\.cells) { steps[cell, default: 0] += counts.steps }
    let all = Double(newer.rate.total)
    worth =
      1
      / steps.reduce(0) { sum, cell in
        let weight = Double(cell.value) / all
        return sum + weight * weight / Double(max(1, cells[cell.key]?.total ?? 1))
      }
  }

  private static func rate(
    _ run: LikeWithLike.Run,
    _ cells: [LikeWithLike.Cell: Rate],
    isOlder: Bool
  ) -> RunRate {
    var (expected, variance, foreign) = (0.0, 0.0, 0.0)
    for (cell, counts) in run.cells {
      guard let all = cells[cell], all.total > 0 else { continue }
      let steps = Double(counts.steps)
      let others = isOlder ? steps * (1 - steps / Double(all.total)) : steps
      expected += steps * all.share
      foreign += others
      if all.total > 1 {
        variance += others * all.share * Double(all.total - all.count) / Double(all.total - 1)
      }
    }
    return RunRate(
      place: run.place,
      rate: run.cells.values.reduce(.zero) { $0 + $1.failures },
      expected: expected,
      variance: variance,
      foreignSteps: foreign
    )
  }

  var name: String { action.action }
  var then: Rate { older.rate }
  var now: Rate { newer.rate }
  var inflation: Double { newer.inflation(correlation: correlation) }

  /// The models of all actions, without the outages of earlier runs: a single one would hide any later increase.
  static func all(_ actions: [LikeWithLike]) -> (models: [RateModel], factors: RunFactors) {
    let all = estimated(actions)
    let suspects = all.models.map(\.suspect)
    if suspects.allSatisfy({ $0 == nil }) { return all }
    let others = estimated(zip(all.models, suspects).map { $0.action.without(Set([$1].compactMap(\.self))) }).models
    let calm = zip(all.models, suspects).map { model, suspect in
      guard let suspect, let others = others.first(where: { $0.name == model.name }),
        model.isOutage(suspect, for: others)
      else { return model.action }
      return model.action.without([suspect])
    }
    return estimated(calm)
  }

  /// The earlier run with most failures beyond those expected, if there are so many that it may have been an outage.
  private var suspect: String? {
    let worst = older.excesses(scale: scale).max { ($0.excess, $0.run) < ($1.excess, $1.run) }
    guard let worst else { return nil }
    let expected = older.reduce(0) { $0 + ($1.place.run == worst.run ? $1.failures : 0) } - worst.excess
    return worst.excess > 3 + 5 * max(0, expected).squareRoot() ? worst.run : nil
  }

  /// Whether an earlier run has more failures than chance explains at the rate of the other ones, on a machine that is at
  /// most twice as slow.
  private func isOutage(_ run: String, for others: RateModel) -> Bool {
    guard var model = RateModel(action.without([run], now: run)) else { return false }
    model.correlation = others.correlation
    let factor = older.filter { $0.place.run == run }.factor
    for index in model.newer.indices {
      model.newer[index].factor = RunFactors.Factor(
        value: min(factor.value, RunFactors.mostOfSlowRun),
        variance: factor.variance
      )
    }
    return model.change.probability * Double(Set(action.then.map(\.place.run)).count) <= Self.unlikely
  }

  /// The models of all actions; each judges the speed of the runs by the other actions.
  private static func estimated(_ actions: [LikeWithLike]) -> (models: [RateModel], factors: RunFactors) {
    var models = actions.compactMap(RateModel.init)
    let factors = RunFactors(models.map { ($0.older, $0.newer) })
    for index in models.indices { models[index].slow(by: factors, action: index) }
    for (index, correlation) in Spread.correlations(models.map(\.excess)).enumerated() {
      models[index].correlation = correlation
    }
    return (models, factors)
  }

  private mutating func slow(by factors: RunFactors, action: Int) {
    for index in older.indices { older[index].factor = factors.ofOlder(older[index], action: action) }
    for index in newer.indices { newer[index].factor = factors.ofNewer(newer[index], action: action) }
  }

  /// The earlier rate of each test, weighted by the newer steps.
  private var share: Double { newer.reduce(0) { $0 + $1.expected } / Double(now.total) }

  /// The rate of a run of usual speed, relative to the mean of the earlier ones.
  private var scale: Double {
    let expected = older.expected
    return expected > 0 ? Double(older.rate.count) / expected : 1
  }

  /// The variance of each earlier run beyond that of independent steps.
  private var excess: [Spread.Excess] {
    let (rate, scale) = (older.rate.share, scale)
    return older.map { run in
      let expected = run.expected * run.factor.value * scale
      let distance = run.failures - expected
      let byChance = run.variance * run.factor.value + expected * expected * run.factor.variance
      return Spread.Excess(
        place: run.place,
        excess: (distance * distance - byChance) / run.steps,
        scale: rate * (1 - rate) * run.foreignSteps * (run.steps - 1) / run.steps
      )
    }
  }

  var runs: [(run: String, excess: Double)] { newer.excesses(scale: scale) }

  /// The newer runs with enough steps to decide something.
  var largeRuns: Set<String> {
    newer.reduce(into: [String: Int]()) { $0[$1.place.run, default: 0] += $1.rate.total }.largeRuns
  }

  func limited(to runs: Set<String>) -> RateModel? {
    var model = self
    model.newer = newer.filter { runs.contains($0.place.run) }
    return model.newer.isEmpty ? nil : model
  }

  /// The model of the newer runs if none of them were much slower than other ones.
  func atSpeed(of others: RateModel) -> RateModel {
    var model = self
    let most = others.newer.factor.value * RunFactors.mostOfSlowRun
    for index in newer.indices where newer[index].factor.value > most {
      model.newer[index].factor = RunFactors.Factor(value: most, variance: newer[index].factor.variance)
    }
    return model
  }

  func failures(ratio: Double, variance: Double) -> BetaBinomial {
    let olderInflation = older.inflation(correlation: correlation)
    let steps = Double(now.total)
    let size = worth / olderInflation + 1
    let (slowness, before) = (newer.factor, older.factor)
    // A beta distribution with Jeffreys' prior.
    let rate = (share * scale * worth / olderInflation + 0.5) / size * slowness.value * ratio
    let mean = min(0.98, max(1e-9, rate))
    let inRun = steps > 1 ? (inflation - 1) / (steps - 1) : correlation
    let inFactors = mean / (1 - mean) * (slowness.variance + before.variance + variance)
    let all = min(0.9, max(1e-9, inRun + inFactors + 1 / (size + 1)))
    return BetaBinomial(trials: now.total, rate: mean, correlation: all)
  }
}
