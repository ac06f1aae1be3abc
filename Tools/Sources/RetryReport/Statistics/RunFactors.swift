/// How much more often than in the older runs all actions of a run fail together: the machine was slow.
///
/// The factor of an action is that of the run's other actions, so a bug in one action is not divided out of itself.
struct RunFactors {
  struct Factor {
    let value: Double
    /// Relative to the square of the value.
    let variance: Double
  }

  /// The smallest variance of the factor from run to run; a slow day may not have come yet.
  static let smallest = 0.05
  /// The smallest factor: a rate that fell in several actions is no reason to call the others risen.
  static let fastest = 0.5
  /// With fewer actions there is no other one that tells a slow machine from a bug.
  static let fewestActions = 3

  /// The actions of one run.
  private struct Sums {
    var failures = 0.0
    var expected = 0.0
    /// The action that has fallen most.
    var fallen = (action: -1, failures: 0.0, expected: 0.0, fall: -Double.infinity)
    /// The one after it.
    var next = (action: -1, failures: 0.0, expected: 0.0, fall: -Double.infinity)

    mutating func add(_ run: RunRate, of action: Int) {
      failures += run.failures
      expected += run.expected
      let one = (action: action, failures: run.failures, expected: run.expected, fall: run.expected - run.failures)
      if one.fall > fallen.fall {
        next = fallen
        fallen = one
      } else if one.fall > next.fall {
        next = one
      }
    }
  }

  /// The variance of the factor from run to run, relative to 1, as the older runs show it.
  let variance: Double
  private let isKnown: Bool
  private let older: [RunRate.Place: Sums]
  private let newer: [RunRate.Place: Sums]

  /// - Parameter actions: The older and the newer runs of each action.
  init(_ actions: [(older: [RunRate], newer: [RunRate])]) {
    func sums(_ runs: [[RunRate]]) -> [RunRate.Place: Sums] {
      runs.enumerated().reduce(into: [:]) { sums, action in
        for run in action.element { sums[run.place, default: Sums()].add(run, of: action.offset) }
      }
    }
    isKnown = actions.count >= Self.fewestActions
    older = sums(actions.map(\.older))
    newer = sums(actions.map(\.newer))
    variance = Self.variance(actions.map(\.older))
  }

  /// The variance that explains how the failures of different actions go together in a run.
  private static func variance(_ actions: [[RunRate]]) -> Double {
    struct Products {
      var excess = 0.0
      var expected = 0.0
      var foreign = 0.0
      var ownExcess = 0.0
      var ownExpected = 0.0
    }
    var places: [RunRate.Place: Products] = [:]
    for run in actions.joined() where run.steps > 0 {
      let excess = run.failures - run.expected
      let foreign = run.expected * run.foreignSteps / run.steps
      places[run.place, default: Products()].excess += excess
      places[run.place]?.expected += run.expected
      places[run.place]?.foreign += foreign
      places[run.place]?.ownExcess += excess * excess
      places[run.place]?.ownExpected += run.expected * foreign
    }
    let together = places.values.reduce(0) { $0 + $1.excess * $1.excess - $1.ownExcess }
    let scale = places.values.reduce(0) { $0 + $1.expected * $1.foreign - $1.ownExpected }
    return scale > 0 ? min(1, max(0, together / scale)) : 0
  }

  func ofOlder(_ run: RunRate) -> Factor { factor(of: run, in: older[run.place], without: nil) }

  /// The factor of a newer run without the action that has fallen most: its failures may be mended.
  func ofNewer(_ run: RunRate, action: Int) -> Factor {
    guard let sums = newer[run.place] else { return Factor(value: 1, variance: 0) }
    let fallen = sums.fallen.action == action ? sums.next : sums.fallen
    return factor(of: run, in: sums, without: fallen.action < 0 ? nil : (fallen.failures, fallen.expected))
  }

  private func factor(
    of run: RunRate,
    in sums: Sums?,
    without other: (failures: Double, expected: Double)?
  ) -> Factor {
    guard isKnown else { return Factor(value: 1, variance: 0) }
    // A gamma distribution before the run, and after it.
    let size = 1 / max(Self.smallest, variance)
    let failures = size + (sums?.failures ?? 0) - run.failures - (other?.failures ?? 0)
    let expected = size + (sums?.expected ?? 0) - run.expected - (other?.expected ?? 0)
    return Factor(value: max(Self.fastest, failures / expected), variance: 1 / failures)
  }
}
