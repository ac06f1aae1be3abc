internal import Foundation

/// The variation of rates from run to run: the correlation of two steps of one run.
///
/// It is 0 if all steps fail independently of each other. A slow machine raises it.
enum Spread {
  /// The smallest correlation that is assumed.
  static let smallest = 0.001
  /// The smallest correlation with fewer runs than ``manyRuns``.
  static let smallestOfFew = 0.005
  static let manyRuns = 10
  /// The correlation for a single run, which cannot show it.
  static let ofOneRun = 0.05
  /// The largest: half of the variance is between the runs.
  static let largest = 0.5
  /// The confidence of the upper bound.
  static let confidence = 0.9

  /// The correlation for each action, by moments.
  ///
  /// It is the upper bound over all actions, or the action's own value if that is larger.
  ///
  /// - Parameter actions: The rates of each action, by run.
  static func correlations(_ actions: [[String: Rate]]) -> [Double] {
    let runs = Set(actions.flatMap(\.keys)).sorted()
    guard runs.count > 1 else { return actions.map { _ in ofOneRun } }
    let parts = actions.map { Moments($0, runs) }
    let floor = runs.count < manyRuns ? smallestOfFew : smallest
    let bound = parts.reduce(Moments(runs.count), +).upperBound
    return parts.map { min(largest, max(floor, bound, $0.estimate)) }
  }
}

/// The variance between runs beyond that of independent steps.
private struct Moments {
  /// The excess of each run, and its value for a correlation of 1.
  private var excess: [Double]
  private var scale: [Double]

  init(_ runs: Int) {
    excess = Array(repeating: 0, count: runs)
    scale = excess
  }

  init(_ rates: [String: Rate], _ runs: [String]) {
    self.init(runs.count)
    guard rates.count > 1 else { return }
    let whole = rates.values.reduce(.zero, +)
    let variance = whole.share * (1 - whole.share)
    let correction = Double(rates.count) / Double(rates.count - 1)
    for (place, run) in runs.enumerated() {
      guard let rate = rates[run] else { continue }
      let distance = rate.share - whole.share
      excess[place] = distance * distance * Double(rate.total) * correction - variance
      scale[place] = variance * Double(rate.total - 1)
    }
  }

  static func + (left: Moments, right: Moments) -> Moments {
    var sum = left
    for place in left.excess.indices {
      sum.excess[place] += right.excess[place]
      sum.scale[place] += right.scale[place]
    }
    return sum
  }

  var estimate: Double {
    let all = scale.reduce(0, +)
    return all > 0 ? excess.reduce(0, +) / all : 0
  }

  var upperBound: Double {
    let (all, count) = (scale.reduce(0, +), Double(excess.count))
    guard all > 0 else { return 0 }
    let estimate = estimate
    let squares = zip(excess, scale).reduce(0) { $0 + pow($1.0 - estimate * $1.1, 2) }
    let error = (squares * count / (count - 1)).squareRoot() / all
    return estimate + StudentT.quantile(Spread.confidence, degreesOfFreedom: excess.count - 1) * error
  }
}
