internal import RetryReport

/// The failure rates of all actions in newer runs, compared with those of earlier runs.
struct RateComparison {
  /// The share of the level for the test of all actions together.
  static let shareOfTotal = 0.3

  /// The largest probability of the failures that remain without the runs that show most of them.
  private static let remaining = 0.05

  /// The rates that have increased.
  let risen: [Comparison.Change]
  private let models: [RateModel]
  private let total: TotalModel

  var isEmpty: Bool { models.isEmpty }

  /// - Parameters:
  ///   - hasTotal: Whether to test all actions together too.
  ///   - needsSeveralRuns: Whether no run of several decides alone.
  init(_ actions: [LikeWithLike], level: Double, hasTotal: Bool = true, needsSeveralRuns: Bool = false) {
    let (models, factors) = RateModel.all(actions)
    self.models = models
    let ofTotal = !hasTotal || models.count < RunFactors.fewestActions ? 0 : level * Self.shareOfTotal
    let own = Self.risen(models, level: level - ofTotal)
    let lasting =
      !needsSeveralRuns
      ? own
      : own.filter { change in
        models.contains { $0.name == change.action && Self.isLasting($0, leaving: { $0 - 1 - $0 / 6 }) }
      }
    total = TotalModel(models, factors)
    // Actions that have increased by themselves are not part of a bug in all actions.
    let others = TotalModel(models.filter { model in !own.contains { $0.action == model.name } }, factors)
    var all = others.change
    all.neededProbability = ofTotal
    let isTotal =
      others.actions >= RunFactors.fewestActions && all.probability <= ofTotal
      && (!needsSeveralRuns || Self.isLasting(others, leaving: { max(1, $0 / 3) }))
    risen = (isTotal ? [all] : []) + lasting
  }

  /// Whether the failures are still too many in the runs that show fewest of them.
  ///
  /// - Parameter leaving: How many of a number of runs these are.
  private static func isLasting(_ model: some FailureModel, leaving: (Int) -> Int) -> Bool {
    let runs = model.runs.sorted { ($0.excess, $0.run) < ($1.excess, $1.run) }.map(\.run)
    if runs.count < 2 { return true }
    let rest = model.limited(to: Set(runs.prefix(leaving(runs.count))))
    return rest.map { $0.change.probability <= remaining } ?? false
  }

  private static func risen(_ models: [RateModel], level: Double) -> [Comparison.Change] {
    var changes = models.map(\.change)
    let bounds = Holm.bounds(changes.map(\.probability), level: level)
    for index in changes.indices { changes[index].neededProbability = bounds[index] }
    return changes.filter { $0.probability <= $0.neededProbability }
      .sorted { ($0.probability, $0.action) < ($1.probability, $1.action) }
  }

  /// Whether an action fails in some newer runs, at least two, as rarely as in the earlier ones, and not by chance.
  ///
  /// - Parameter action: Empty for all actions together.
  func isFixed(_ action: String, in runs: Set<String>, since others: Set<String>) -> Bool {
    let model: (any FailureModel)? = action.isEmpty ? total : models.first { $0.name == action }
    // Halfway back is enough, as a factor, because the usual rate is only an estimate. Without steps nothing is proved.
    let bad = model?.limited(to: others)?.ratio ?? 1
    guard let model, let now = model.limited(to: runs)?.ratio, now <= max(1, bad.squareRoot()) else { return false }
    if runs.count < 2 { return false }
    return runs.count == Alarm.mostRunsOfFix || model.fall(in: runs, from: others) <= Alarm.levelOfReturn
  }
}
