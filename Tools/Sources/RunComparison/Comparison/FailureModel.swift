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

  /// The failures relative to those expected.
  var ratio: Double { Double(now.count) / expected.mean }

  /// The probability of so few failures in some of the newer runs if they still have the rate of the others.
  func fall(in runs: Set<String>, from others: Set<String>) -> Double {
    guard let newest = limited(to: runs), let before = limited(to: others) else { return 1 }
    let failures = Double(max(1, before.now.count))
    let counts = newest.failures(ratio: failures / before.expected.mean, variance: before.inflation / failures)
    return 1 - counts.probability(ofAtLeast: newest.now.count + 1)
  }

  var change: Comparison.Change {
    Comparison.Change(action: name, then: then, now: now, probability: expected.probability(ofAtLeast: now.count))
  }
}
