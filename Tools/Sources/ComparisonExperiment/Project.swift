import RetryReport

/// A project whose tests take steps that fail at a rate, with or without a change.
struct Project {
  /// The reason why the rates of a run are others than those of the next.
  enum Weather {
    /// Each action has a rate of its own in each run.
    case apart
    /// A slow machine slows all actions down.
    case together
    /// All actions but the first have the same rate in all runs.
    case first
    /// In one run of twenty all rates are three times as high.
    case slowDays
  }

  static let rates = [0.01, 0.02, 0.05, 0.1]

  var actions = 20
  /// The number of tests in a run, each with one step of each action.
  var tests = 200
  var baselineRuns = 10
  /// The correlation of two steps of one run.
  var correlation = 0.0
  var weather = Weather.apart
  /// The rate of the first action; nil for the first of ``rates``.
  var firstRate: Double?
  /// The number of kinds of causes of each action; each comes half as often as the one before, or less.
  var kinds = 1
  /// The share of runs in which a server is down for so many steps of the last action.
  var outages = 0.0
  var outageSteps = 5

  func name(_ action: Int) -> String { "Action \(action)" }

  func rate(_ action: Int) -> Double {
    action == 0 ? firstRate ?? Self.rates[0] : Self.rates[action % Self.rates.count]
  }

  /// A run without a change, or one with it.
  ///
  /// - Parameters:
  ///   - rise: The rate of the first action; nil for none.
  ///   - bug: The share of attempts of the first action that fail of a new cause.
  func run(_ name: String, rise: Double? = nil, bug: Double = 0, _ random: inout SeededGenerator) -> RunTally {
    let isSlow = weather == .slowDays && random.unit() < 0.05
    // The same place in the distribution for all actions.
    let common = random
    var counts: [String: ActionTally] = [:]
    for action in 0..<actions {
      let mean = (action == 0 ? rise : nil) ?? rate(action)
      let rate: Double
      switch weather {
      case .apart: rate = random.rate(around: mean, correlation: correlation)
      case .together:
        var same = common
        rate = same.rate(around: mean, correlation: correlation)
      case .first: rate = random.rate(around: mean, correlation: action == 0 ? correlation : 0)
      case .slowDays: rate = min(1, isSlow ? 3 * mean : mean)
      }
      let isDown = action == actions - 1 && random.unit() < outages
      counts[self.name(action)] = tally(rate, bug: action == 0 ? bug : 0, isDown: isDown, &random)
    }
    return RunTally(run: name, actions: counts)
  }

  func baseline(_ random: inout SeededGenerator) -> [RunTally] {
    (0..<baselineRuns).map { run("\($0)", &random) }
  }

  private func tally(_ rate: Double, bug: Double, isDown: Bool, _ random: inout SeededGenerator) -> ActionTally {
    var failures = random.binomial(tests, rate)
    var byKind: [String: Int] = [:]
    for _ in 0..<failures { byKind["kind \(kind(&random))", default: 0] += 1 }
    let bugs = bug == 0 ? 0 : random.binomial(tests - failures, bug)
    if bugs > 0 { byKind["bug"] = bugs }
    failures += bugs
    var continued = 0
    if isDown {
      let down = min(outageSteps, tests - failures)
      failures += down
      continued = max(0, down - 1)
      byKind["kind 0", default: 0] += min(1, down)
    }
    let tally = Tally(steps: tests, failures: failures, continued: continued)
    return ActionTally(tests: ["test": tally], kinds: byKind)
  }

  /// A kind of cause, of which each is rarer than the one before: the first half of all, the others a long tail.
  private func kind(_ random: inout SeededGenerator) -> Int {
    let share = random.unit()
    let weights = (1...kinds).map { 1 / Double($0 * $0) }
    var rest = share * weights.reduce(0, +)
    for (index, weight) in weights.enumerated() {
      rest -= weight
      if rest < 0 { return index }
    }
    return kinds - 1
  }
}

/// What a comparison says of a run.
struct Verdict {
  private(set) var risen: Set<String> = []
  private(set) var newCauses: Set<String> = []

  init(then: [RunTally], now: [RunTally]) {
    var known: [String: [String: Int]] = [:]
    for run in then {
      for (name, action) in run.actions { known[name, default: [:]].merge(action.kinds, uniquingKeysWith: +) }
    }
    let comparison = Comparison(then: then, now: now, known: known, details: { _, kind in CauseCounts(kind: kind) })
    risen = Set(comparison.risen.map(\.action))
    newCauses = Set(comparison.newCauses.filter(\.isSurprising).map(\.action))
  }
}

/// What Fisher's exact test says of all runs added up: the comparison before runs were told apart.
enum AddedUp {
  static func hasRisen(then: [RunTally], now: [RunTally]) -> Set<String> {
    func sums(_ runs: [RunTally]) -> [String: Tally] {
      runs.reduce(into: [:]) { sums, run in
        for (name, action) in run.actions { sums[name] = (sums[name] ?? Tally()) + action.all }
      }
    }
    let (old, new) = (sums(then), sums(now))
    let names = new.keys.sorted()
    let probabilities = names.map { name in
      let (base, counts) = (old[name] ?? Tally(), new[name] ?? Tally())
      return FisherTest.probability(of: counts.failures, in: counts.steps, base: base.failures, in: base.steps)
    }
    let significant = Holm.significant(probabilities, level: Comparison.usualLevel)
    return Set(names.indices.filter { significant[$0] }.map { names[$0] })
  }

  static func newCauses(then: [RunTally], now: [RunTally]) -> Set<String> {
    let known = Set(
      then.flatMap { run in run.actions.flatMap { name, action in action.kinds.keys.map { [name, $0] } } }
    )
    return Set(
      now.flatMap { run in
        run.actions.filter { name, action in action.kinds.keys.contains { !known.contains([name, $0]) } }.keys
      }
    )
  }
}
