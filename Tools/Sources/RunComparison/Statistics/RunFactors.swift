internal import RetryReport

/// How much more often all actions of a run fail than in the earlier runs, because the machine was slow.
///
/// The factor of an action is that of the run's other actions, so that a bug in one action does not hide itself.
struct RunFactors {
  struct Factor {
    let value: Double
    /// The variance, relative to the square of the value.
    let variance: Double
  }

  /// The smallest variance of the factor from run to run, because the earlier runs may not include a slow day.
  static let smallest = 0.05
  /// The smallest factor, so that lower rates of several actions do not make the others look worse.
  static let fastest = 0.5
  /// How many times as slow as others a run can be; one that is slower had an outage.
  static let mostOfSlowRun = 2.0
  /// With fewer actions, nothing tells a slow machine from a bug.
  static let fewestActions = 3

  /// The variance of the factor from run to run, relative to 1, as the earlier runs show it.
  let variance: Double
  private let isKnown: Bool
  /// The actions of each run.
  private let older: [RunPart.Place: [(action: Int, run: RunRate)]]
  private let newer: [RunPart.Place: [(action: Int, run: RunRate)]]

  /// - Parameter actions: The earlier and the newer runs of each action.
  init(_ actions: [(older: [RunRate], newer: [RunRate])]) {
    func byPlace(_ runs: [[RunRate]]) -> [RunPart.Place: [(action: Int, run: RunRate)]] {
      let all = runs.enumerated().flatMap { action, runs in runs.map { (action: action, run: $0) } }
      return Dictionary(grouping: all) { $0.run.place }
    }
    isKnown = actions.count >= Self.fewestActions
    older = byPlace(actions.map(\.older))
    newer = byPlace(actions.map(\.newer))
    variance = Self.variance(older.values.map { $0.map(\.run) })
  }

  /// The variance that explains how the failures of different actions in a run go together.
  private static func variance(_ places: [[RunRate]]) -> Double {
    var (together, scale) = (0.0, 0.0)
    for runs in places {
      func sum(_ value: (RunRate) -> Double) -> Double { runs.reduce(0) { $0 + value($1) } }
      func excess(_ run: RunRate) -> Double { run.failures - run.expected }
      func foreign(_ run: RunRate) -> Double { run.expected * run.foreignSteps / run.steps }
      together += sum(excess) * sum(excess) - sum { excess($0) * excess($0) }
      scale += sum(\.expected) * sum(foreign) - sum { $0.expected * foreign($0) }
    }
    return scale > 0 ? min(1, max(0, together / scale)) : 0
  }

  func ofOlder(_ run: RunRate, action: Int) -> Factor {
    factor((older[run.place] ?? []).filter { $0.action != action }.map(\.run))
  }

  /// The factor of a newer run without the action whose rate fell most, because that may have been fixed.
  func ofNewer(_ run: RunRate, action: Int) -> Factor {
    let others = (newer[run.place] ?? []).filter { $0.action != action }
    let fallen = others.max { $0.run.expected - $0.run.failures < $1.run.expected - $1.run.failures }?.action
    return factor(others.filter { $0.action != fallen }.map(\.run))
  }

  private func factor(_ others: [RunRate]) -> Factor {
    guard isKnown else { return Factor(value: 1, variance: 0) }
    // A gamma distribution before the run, updated with its failures.
    let size = 1 / max(Self.smallest, variance)
    let failures = others.reduce(size) { $0 + $1.failures }
    let expected = others.reduce(size) { $0 + $1.expected }
    return Factor(value: max(Self.fastest, failures / expected), variance: 1 / failures)
  }
}
