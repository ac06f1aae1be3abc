/// The rates of all actions in newer runs, beside those of older ones.
struct RateComparison {
  /// The share of the level for the test of all actions together.
  static let shareOfTotal = 0.3

  let risen: [Comparison.Change]
  private let models: [RateModel]
  private let total: TotalModel
  private let level: Double

  var isEmpty: Bool { models.isEmpty }

  init(_ actions: [LikeWithLike], level: Double) {
    let (models, factors) = RateModel.all(actions)
    self.models = models
    let ofTotal = models.count < RunFactors.fewestActions ? 0 : level * Self.shareOfTotal
    self.level = level - ofTotal
    let own = Self.risen(models, level: self.level)
    total = TotalModel(models, factors)
    // What some actions explain by themselves is no bug of all.
    let others = TotalModel(models.filter { model in !own.contains { $0.action == model.action.action } }, factors)
    let all = Comparison.Change(action: "", then: others.then, now: others.now, probability: others.rise)
    risen = (others.actions >= RunFactors.fewestActions && others.rise <= ofTotal ? [all] : []) + own
  }

  private static func risen(_ models: [RateModel], level: Double) -> [Comparison.Change] {
    let probabilities = models.map(\.rise)
    let significant = Holm.significant(probabilities, level: level)
    return models.indices.filter { significant[$0] }.map { index in
      Comparison.Change(
        action: models[index].action.action,
        then: models[index].then,
        now: models[index].now,
        probability: probabilities[index]
      )
    }
    .sorted { ($0.probability, $0.action) < ($1.probability, $1.action) }
  }

  /// True if some of the newer runs fail as often as the older ones rather than as the others, and not by chance; false if
  /// they have no such step, which mends nothing.
  ///
  /// - Parameter action: Empty for all actions together.
  func isMended(_ action: String, in runs: Set<String>, since others: Set<String>) -> Bool {
    let model = models.first { $0.action.action == action }
    let bad = action.isEmpty ? total.limited(to: others)?.ratio : model?.limited(to: others)?.ratio
    let now = action.isEmpty ? total.limited(to: runs)?.ratio : model?.limited(to: runs)?.ratio
    // Half way back, as a factor: what is usual is not known so well that all of the way could be asked.
    guard let now, now <= max(1, (bad ?? 1).squareRoot()) else { return false }
    if runs.count == Alarm.mostRunsOfMending { return true }
    let fall = action.isEmpty ? total.fall(in: runs, from: others) : model?.fall(in: runs, from: others)
    return fall ?? 1 <= Alarm.levelOfMending
  }

  /// The smallest rise of each rate that is found, of the actions with the most steps.
  func sensitivities(most: Int) -> [Comparison.Sensitivity] {
    let levelOfOne = level / Double(max(models.count, 1))
    let largest = models.sorted { ($1.now.total, $0.action.action) < ($0.now.total, $1.action.action) }
    return largest.prefix(most).map { model in
      Comparison.Sensitivity(
        action: model.action.action,
        now: model.now,
        then: model.then,
        detectableRate: model.detectableRate(level: levelOfOne)
      )
    }
  }
}
