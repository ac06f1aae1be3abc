internal import RetryReport

/// The expected failures of all actions together in newer runs if nothing changed.
///
/// The models of the actions take a bug in all actions for a slow machine; this one detects it if it is large enough.
struct TotalModel: FailureModel {
  /// The smallest variance of a run's speed, relative to its square: a slow machine has half as many failures more.
  static let smallest = 0.25

  let name = ""
  let inflation = 1.0
  private var models: [RateModel]
  private let variance: Double
  private let olderRuns: Double

  init(_ models: [RateModel], _ factors: RunFactors) {
    self.models = models
    olderRuns = Double(max(1, Set(models.flatMap(\.older).map(\.place)).count))
    // A few runs hardly show the variance.
    variance = max(Self.smallest, factors.variance * (1 + 3 / olderRuns.squareRoot()))
  }

  var actions: Int { models.count }
  var then: Rate { models.flatMap(\.older).rate }
  var now: Rate { models.flatMap(\.newer).rate }

  var runs: [(run: String, excess: Double)] { models.flatMap(\.newer).excesses() }

  func limited(to runs: Set<String>) -> TotalModel? {
    var model = self
    model.models = models.compactMap { $0.limited(to: runs) }
    return model.models.isEmpty ? nil : model
  }

  func failures(ratio: Double, variance ofRatio: Double) -> BetaBinomial {
    let expected = models.flatMap(\.newer).reduce(0) { $0 + $1.expected }
    let newerRuns = Double(max(1, Set(models.flatMap(\.newer).map(\.place)).count))
    let mean = min(0.98, max(0.5, expected) * ratio / Double(max(1, now.total)))
    let all = variance * (1 / newerRuns + 1 / olderRuns) + 1 / Double(then.count + 1) + ofRatio
    return BetaBinomial(trials: now.total, rate: mean, correlation: min(0.9, mean / (1 - mean) * all))
  }
}
