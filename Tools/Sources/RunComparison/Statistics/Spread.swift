internal import Foundation
internal import RetryReport

/// The variation of rates from run to run: the correlation of two steps of one run.
///
/// It is 0 if all steps fail independently of each other.
enum Spread {
  /// The smallest correlation that is assumed.
  static let smallest = 0.001
  /// The smallest correlation with fewer runs than ``manyRuns``.
  static let smallestOfFew = 0.005
  static let manyRuns = 10
  /// The correlation for a single run, which cannot show it.
  static let ofOneRun = 0.05
  /// The largest correlation: half of the variance is between the runs.
  static let largest = 0.5
  /// The standard errors up to the upper bound, of about 90 % confidence.
  static let errors = 1.4

  /// The variance of an action in a run beyond that of independent steps, and its value for a correlation of 1.
  struct Excess {
    let place: RunPart.Place
    let excess: Double
    let scale: Double
  }

  /// The correlation for each action, by moments: the upper bound over all actions, or the action's own value if that is
  /// larger.
  static func correlations(_ actions: [[Excess]]) -> [Double] {
    let places = Dictionary(grouping: actions.joined(), by: \.place).values.map(sum)
    guard places.count > 1 else { return actions.map { _ in ofOneRun } }
    let least = max(places.count < manyRuns ? smallestOfFew : smallest, upperBound(places))
    return actions.map { action in
      let own = sum(action)
      return min(largest, max(least, own.scale > 0 ? own.excess / own.scale : 0))
    }
  }

  private static func sum(_ parts: [Excess]) -> (excess: Double, scale: Double) {
    (parts.reduce(0) { $0 + $1.excess }, parts.reduce(0) { $0 + $1.scale })
  }

  private static func upperBound(_ places: [(excess: Double, scale: Double)]) -> Double {
    let scale = places.reduce(0) { $0 + $1.scale }
    guard scale > 0 else { return 0 }
    let (count, estimate) = (Double(places.count), places.reduce(0) { $0 + $1.excess } / scale)
    let squares = places.reduce(0) { $0 + pow($1.excess - estimate * $1.scale, 2) }
    let error = (squares * count / (count - 1)).squareRoot() / scale
    return estimate + errors * error
  }
}
