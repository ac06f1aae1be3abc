internal import RetryReport

/// The failures to expect in newer runs if nothing changed, of an action or of all actions together.
protocol FailureModel {
  /// The name of the action; empty for all actions together.
  var name: String { get }
  var then: Rate { get }
  var now: Rate { get }
  /// The factor from the variance of independent steps to that of the steps in the newer runs.
  var inflation: Double { get }

  /// The newer runs, each with its failures beyond those expected.
  var runs: [(run: String, excess: Double)] { get }

  /// The model of some of the newer runs; `nil` if the model does not include any of them.
  func limited(to runs: Set<String>) -> Self?

  /// The distribution of the failures in the newer runs.
  ///
  /// - Parameters:
  ///   - ratio: The ratio of the rate to the expected rate.
  ///   - variance: The variance of the ratio, relative to its square.
  func failures(ratio: Double, variance: Double) -> BetaBinomial
}

extension FailureModel {
  private var expected: BetaBinomial { failures(ratio: 1, variance: 0) }

  /// How much likelier the failures of some newer runs are at the earlier rate than at the rate of the others, as a natural
  /// logarithm.
  ///
  /// Both rates are estimates, and each likelihood includes the variance of its rate.
  func evidenceOfReturn(in runs: Set<String>, from others: Set<String>) -> Double {
    guard let newest = limited(to: runs), let alarm = limited(to: others) else { return 0 }
    let atAlarm = newest.failures(atRateOf: alarm)
    return newest.expected.logProbability(of: newest.now.count) - atAlarm.logProbability(of: newest.now.count)
  }

  /// The distribution of the failures in the newer runs if their rate is that of other ones.
  func failures(atRateOf others: Self) -> BetaBinomial {
    let failures = Double(max(1, others.now.count))
    // Below the earlier rate, the others have no rate of their own to compare with.
    let ratio = max(1, failures / others.expected.mean)
    return self.failures(ratio: ratio, variance: others.inflation / failures)
  }

  var change: Comparison.Change {
    Comparison.Change(action: name, then: then, now: now, probability: expected.probability(ofAtLeast: now.count))
  }
}
