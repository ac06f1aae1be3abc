/// The failure rates of all actions in newer runs, compared with those of older runs.
struct RateComparison {
  /// The share of the level for the test of all actions together.
  static let shareOfTotal = 0.3

  let risen: [Comparison.Change]
  private let models: [RateModel]
  private let total: TotalModel

  var isEmpty: Bool { models.isEmpty }

  init(_ actions: [LikeWithLike], level: Double) {
    let (models, factors) = RateModel.all(actions)
    self.models = models
    let ofTotal = models.count < RunFactors.fewestActions ? 0 : level * Self.shareOfTotal
    let own = Self.risen(models, level: level - ofTotal)
    total = TotalModel(models, factors)
    // Actions that have increased by themselves are not part of a bug in all actions.
    let others = TotalModel(models.filter { model in !own.contains { $0.action == model.action.action } }, factors)
    let all = Comparison.Change(
      action: "",
      then: others.then,
      now: others.now,
      probability: others.rise,
      neededProbability: ofTotal
    )
    risen = (others.actions >= RunFactors.fewestActions && others.rise <= ofTotal ? [all] : []) + own
  }

  private static func risen(_ models: [RateModel], level: Double) -> [Comparison.Change] {
    let probabilities = models.map(\.rise)
    let bounds = Holm.bounds(probabilities, level: level)
    return models.indices.filter { probabilities[$0] <= bounds[$0] }.map { index in
      Comparison.Change(
        action: models[index].action.action,
        then: models[index].then,
        now: models[index].now,
        probability: probabilities[index],
        neededProbability: bounds[index]
      )
    }
    .sorted { ($0.probability, $0.action) < ($1.probability, $1.action) }
  }

  /// Whether an action fails in some newer runs as rarely as in the older ones, and not by chance.
  ///
  /// - Parameter action: Empty for all actions together.
  func isFixed(_ action: String, in runs: Set<String>, since others: Set<String>) -> Bool {
    let model = models.first { $0.action.action == action }
    let bad = action.isEmpty ? total.limited(to: others)?.ratio : model?.limited(to: others)?.ratio
    let now = action.isEmpty ? total.limited(to: runs)?.ratio : model?.limited(to: runs)?.ratio
    // Halfway back is enough, as a factor, because the usual rate is only an estimate. Without steps nothing is proved.
    guard let now, now <= max(1, (bad ?? 1).squareRoot()) else { return false }
    if runs.count == Alarm.mostRunsOfFix { return true }
    let fall = action.isEmpty ? total.fall(in: runs, from: others) : model?.fall(in: runs, from: others)
    return fall ?? 1 <= Alarm.levelOfFix
  }
}
