internal import RetryReport

/// The failure rates of all actions in newer runs, compared with those of earlier runs.
struct RateComparison {
  /// The share of the level for the test of all actions together.
  static let shareOfTotal = 0.3

  /// The largest probability of the failures of one action that remain without the runs that show most of them.
  private static let remaining = 0.03
  /// The same for all actions together, in the runs that show fewest.
  private static let remainingOfTotal = 0.05

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
        models.contains { model in
          model.name == change.action && Self.isLasting(model, level: Self.remaining, leaving: { $0 - 1 - $0 / 6 })
        }
      }
    total = TotalModel(models, factors)
    // Actions that have increased by themselves are not part of a bug in all actions.
    let others = TotalModel(models.filter { model in !own.contains { $0.action == model.name } }, factors)
    var all = others.change
    all.neededProbability = ofTotal
    let isTotal =
      others.actions >= RunFactors.fewestActions && all.probability <= ofTotal
      && (!needsSeveralRuns || Self.isLasting(others, level: Self.remainingOfTotal, leaving: { max(1, $0 / 3) }))
    risen = (isTotal ? [all] : []) + lasting
  }

  /// Whether the failures are still too many in the runs that show fewest of them.
  ///
  /// - Parameters:
  ///   - level: The largest probability of so many.
  ///   - leaving: How many of a number of runs these are.
  private static func isLasting(_ model: some FailureModel, level: Double, leaving: (Int) -> Int) -> Bool {
    let runs = model.runs.sorted { ($0.excess, $0.run) < ($1.excess, $1.run) }.map(\.run)
    if runs.count < 2 { return true }
    let rest = model.limited(to: Set(runs.prefix(leaving(runs.count))))
    return rest.map { $0.change.probability <= level } ?? false
  }

  private static func risen(_ models: [RateModel], level: Double) -> [Comparison.Change] {
    var changes = models.map(\.change)
    let bounds = Holm.bounds(changes.map(\.probability), level: level)
    for index in changes.indices { changes[index].neededProbability = bounds[index] }
    return changes.filter { $0.probability <= $0.neededProbability }
      .sorted { ($0.probability, $0.action) < ($1.probability, $1.action) }
  }

  /// Whether the newest runs of an alarm, at least two, show that its rate is back.
  ///
  /// - Parameters:
  ///   - runs: The newest runs.
  ///   - others: The other runs of the alarm.
  func isFixed(_ alarm: Alarm, in runs: Set<String>, since others: Set<String>) -> Bool {
    let model: (any FailureModel)? = alarm.action.isEmpty ? total : models.first { $0.name == alarm.action }
    guard runs.count > 1, let model, let newest = model.limited(to: runs) else { return false }
    if model.evidenceOfReturn(in: runs, from: others) >= alarm.neededEvidence { return true }
    return runs.count == Alarm.mostRunsOfFix && newest.change.probability > Alarm.levelOfReturn
  }
}
