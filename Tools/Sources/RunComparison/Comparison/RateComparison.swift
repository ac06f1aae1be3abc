internal import RetryReport

/// The failure rates of all actions in newer runs, compared with those of earlier runs.
struct RateComparison {
  /// The share of the level for the test of all actions together.
  static let shareOfTotal = 0.3

  /// The largest probability of the failures of one action that remain without the runs that show most of them.
  private static let remaining = 0.03
  /// The largest probability of an outage: that the run with most failures has so many at the rate of the others.
  private static let unlikely = 0.1
  /// The largest probability of the failures of all actions together in the runs that show fewest.
  private static let remainingOfTotal = 0.05

  /// The rates that have increased.
  let risen: [Comparison.Change]
  private let models: [RateModel]
  private let total: TotalModel

  var isEmpty: Bool { models.isEmpty }

  /// - Parameters:
  ///   - hasTotal: Whether to test all actions together too.
  ///   - branch: On some, no run of several decides alone.
  init(_ actions: [LikeWithLike], level: Double, hasTotal: Bool = true, branch: ComparedBranch = .other) {
    let (models, factors) = RateModel.all(actions)
    self.models = models
    let ofTotal = !hasTotal || models.count < RunFactors.fewestActions ? 0 : level * Self.shareOfTotal
    let own = Self.risen(models, level: level - ofTotal)
    let needsSeveralRuns = branch.needsSeveralRuns
    let lasting =
      !needsSeveralRuns
      ? own
      : own.filter { change in
        models.contains { model in
          model.name == change.action
            && Self.isLasting(model, level: change.neededProbability, areAttempts: branch == .attempts)
        }
      }
    total = TotalModel(models, factors)
    // Actions that have increased by themselves are not part of a bug in all actions.
    let others = TotalModel(models.filter { model in !own.contains { $0.action == model.name } }, factors)
    var all = others.change
    all.neededProbability = ofTotal
    let isTotal =
      others.actions >= RunFactors.fewestActions && all.probability <= ofTotal
      && (!needsSeveralRuns || Self.isEverywhere(others))
    risen = (isTotal ? [all] : []) + lasting
  }

  /// The newer runs, the one that shows an increase least first.
  private static func sorted(_ model: some FailureModel) -> [String] {
    model.runs.sorted { ($0.excess, $0.run) < ($1.excess, $1.run) }.map(\.run)
  }

  /// Whether the increase of an action remains without the runs that show it most.
  ///
  /// If the failures of the first of these are unlikely at the rate of the others, it was an outage. Then the others must have
  /// increased by themselves.
  private static func isLasting(_ model: RateModel, level: Double, areAttempts: Bool) -> Bool {
    let large = model.largeRuns
    let runs = sorted(model).filter(large.contains)
    // Of several runs, one alone does not decide, unless the other attempts were too small to.
    if runs.count < 2 { return areAttempts || model.runs.count < 2 }
    let least = Set(runs.dropLast(1 + runs.count / 6))
    guard let others = model.limited(to: least), let most = model.limited(to: Set(runs.suffix(1))) else { return false }
    let probability = others.change.probability
    if probability <= level { return true }
    if probability > remaining { return false }
    // One of several runs always has most. An outage of all actions is more than a slow run.
    return most.atSpeed(of: others).failures(atRateOf: others).probability(ofAtLeast: most.now.count)
      * Double(runs.count) > unlikely
  }

  /// Whether the third of the runs in which an increase of all actions is weakest shows it too.
  private static func isEverywhere(_ model: TotalModel) -> Bool {
    let runs = sorted(model)
    if runs.count < 2 { return true }
    return model.limited(to: Set(runs.prefix(max(1, runs.count / 3)))).map { $0.change.probability <= remainingOfTotal }
      ?? false
  }

  private static func risen(_ models: [RateModel], level: Double) -> [Comparison.Change] {
    var changes = models.map(\.change)
    let bounds = Holm.bounds(changes.map(\.probability), level: level)
    for index in changes.indices { changes[index].neededProbability = bounds[index] }
    return changes.filter { $0.probability <= $0.neededProbability }
      .sorted { ($0.probability, $0.action) < ($1.probability, $1.action) }
  }

  /// Whether the newest runs of an alarm, at least two, show that its rate is what it was before.
  ///
  /// - Parameters:
  ///   - runs: The newest runs.
  ///   - others: The other runs of the alarm.
  func isFixed(_ alarm: Alarm, in runs: Set<String>, since others: Set<String>) -> Bool {
    let model: (any FailureModel)? = alarm.action.isEmpty ? total : models.first { $0.name == alarm.action }
    guard runs.count > 1, let model, let newest = model.limited(to: runs) else { return false }
    if model.evidenceOfReturn(in: runs, from: others) >= alarm.neededEvidence { return true }
    return runs.count == Alarm.mostRunsOfFix && newest.change.probability > Alarm.levelOfRate
  }
}
