internal import RetryReport

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
    let others = TotalModel(models.filter { model in !own.contains { $0.action == model.name } }, factors)
    var all = others.change
    all.neededProbability = ofTotal
    risen = (others.actions >= RunFactors.fewestActions && all.probability <= ofTotal ? [all] : []) + own
  }

  private static func risen(_ models: [RateModel], level: Double) -> [Comparison.Change] {
    var changes = models.map(\.change)
    let bounds = Holm.bounds(changes.map(\.probability), level: level)
    for index in changes.indices { changes[index].neededProbability = bounds[index] }
    return changes.filter { $0.probability <= $0.neededProbability }
      .sorted { ($0.probability, $0.action) < ($1.probability, $1.action) }
  }

  /// Whether an action fails in some newer runs as rarely as in the older ones, and not by chance.
  ///
  /// - Parameter action: Empty for all actions together.
  func isFixed(_ action: String, in runs: Set<String>, since others: Set<String>) -> Bool {
    let model: (any FailureModel)? = action.isEmpty ? total : models.first { $0.name == action }
    // Halfway back is enough, as a factor, because the usual rate is only an estimate. Without steps nothing is proved.
    let bad = model?.limited(to: others)?.ratio ?? 1
    guard let model, let now = model.limited(to: runs)?.ratio, now <= max(1, bad.squareRoot()) else { return false }
    return runs.count == Alarm.mostRunsOfFix || model.fall(in: runs, from: others) <= Alarm.levelOfFix
  }
}
