import RetryReport

/// A project whose tests take steps that fail at a rate, with or without a change.
struct Project {
  /// The reason why rates differ from run to run.
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
    // The same place in the distribution for all actions, by numbers that nothing else is drawn from.
    let common = SeededGenerator(seed: random.next())
    var counts: [String: [String: TestCounts]] = [:]
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
      counts[self.name(action)] = ["test": self.counts(rate, bug: action == 0 ? bug : 0, &random)]
    }
    return RunTally(run: name, actions: counts)
  }

  func baseline(_ random: inout SeededGenerator) -> [RunTally] {
    (0..<baselineRuns).map { run("\($0)", &random) }
  }

  private func counts(_ rate: Double, bug: Double, _ random: inout SeededGenerator) -> TestCounts {
    let failures = random.binomial(tests, rate)
    var byKind: [CauseKind: Failures] = [:]
    for _ in 0..<failures { byKind[random.kind(of: kinds), default: Failures()].all += 1 }
    let bugs = bug == 0 ? 0 : random.binomial(tests - failures, bug)
    if bugs > 0 { byKind[.bug] = Failures(bugs) }
    return TestCounts(Tally(steps: tests, failures: failures + bugs), kinds: byKind)
  }
}
