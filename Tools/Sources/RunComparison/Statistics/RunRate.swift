internal import RetryReport

/// An action in one run, on one machine: its failures, and those expected at the earlier rates of its tests.
struct RunRate {
  let place: RunPart.Place
  let rate: Rate
  let expected: Double
  /// The variance of failures − expected if steps fail independently; smaller in an earlier run, which is part of the rates.
  let variance: Double
  /// The steps, minus the share that the run itself has in the earlier rates.
  let foreignSteps: Double
  /// How much slower the run was than the earlier ones, judged by its other actions.
  var factor = RunFactors.Factor(value: 1, variance: 0)

  var steps: Double { Double(rate.total) }
  var failures: Double { Double(rate.count) }
}

extension [RunRate] {
  var rate: Rate { reduce(Rate.zero) { $0 + $1.rate } }

  /// The failures expected in runs of this speed.
  var expected: Double { reduce(0) { $0 + $1.expected * $1.factor.value } }

  /// The failures of each run beyond those expected.
  func excesses(scale: Double = 1) -> [(run: String, excess: Double)] {
    let excesses = reduce(into: [String: Double]()) {
      $0[$1.place.run, default: 0] += $1.failures - $1.expected * scale
    }
    return excesses.map { (run: $0.key, excess: $0.value) }
  }

  /// The factor from the variance of independent steps to that of the whole.
  ///
  /// - Parameter correlation: The correlation of two steps of one run.
  func inflation(correlation: Double) -> Double {
    let steps = reduce(0) { $0 + $1.steps }
    return steps == 0 ? 1 : reduce(0) { $0 + $1.steps * (1 + ($1.steps - 1) * correlation) } / steps
  }

  /// The slowness of all runs together, each weighted by its expected failures.
  var factor: RunFactors.Factor {
    let all = reduce(0) { $0 + $1.expected }
    guard all > 0 else { return RunFactors.Factor(value: 1, variance: 0) }
    return RunFactors.Factor(
      value: expected / all,
      variance: reduce(0) { $0 + $1.expected / all * ($1.expected / all) * $1.factor.variance }
    )
  }
}
