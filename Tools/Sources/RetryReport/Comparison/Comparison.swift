/// The new causes and the changed rates of a run, against a baseline.
///
/// A flake that has been there for months looks the same in every run. A bug is a cause that was never seen before, or a
/// rate that has risen.
public struct Comparison: Sendable {
  /// The probability of a false alarm among all rates.
  public static let usualLevel = 0.01

  /// A kind of cause that the baseline does not have.
  package struct NewCause: Sendable {
    package let action: String
    let cause: CauseCounts
    /// True if the action is new too, so that nothing is known of it.
    let isOfNewAction: Bool
    /// The probability of a kind that the baseline has not seen, 0 to 1; nil if it saw no failure.
    let expectedShare: Double?
  }

  /// A rate of first attempts that fail, then and now.
  package struct Change: Sendable {
    package let action: String
    let then: Rate
    let now: Rate
    /// The probability of so many failures, or so few, without a change.
    let probability: Double
  }

  /// The smallest rise of a rate that so many steps show.
  struct Sensitivity: Sendable {
    let action: String
    let now: Rate
    let then: Rate
    /// The rate that is found with 90 % probability; nil if none is.
    let detectableRate: Double?
  }

  package let newCauses: [NewCause]
  package let risen: [Change]
  let fallen: [Change]
  let newActions: [String]
  private let rates: [(name: String, now: Rate, then: Rate)]
  private let level: Double
  let baselineRuns: Int
  let steps: Int
  /// The commit that was tested; empty if the rows do not name it.
  let commit: String

  /// - Parameter level: The probability of a false alarm among all rates.
  package init(_ run: RunCounts, with baseline: Baseline, level: Double = Self.usualLevel) {
    let known = Dictionary(uniqueKeysWithValues: baseline.actions.map { ($0.action, $0) })
    let names = run.actions.keys.sorted()
    newCauses = names.flatMap { name in Self.newCauses(of: name, run.actions[name], known[name]) }
      .sorted { ($1.cause.steps, $0.action, $0.cause.kind) < ($0.cause.steps, $1.action, $1.cause.kind) }
    newActions = names.filter { known[$0] == nil }
    let rates = names.compactMap { name -> (name: String, now: Rate, then: Rate)? in
      guard let now = run.actions[name]?.rate, let then = known[name]?.rate, now.total > 0, then.total > 0 else {
        return nil
      }
      return (name, now, then)
    }
    risen = Self.changes(rates, level) {
      FisherTest.probability(of: $0.count, in: $0.total, base: $1.count, in: $1.total)
    }
    fallen = Self.changes(rates, level) { now, then in
      FisherTest.probability(of: now.total - now.count, in: now.total, base: then.total - then.count, in: then.total)
    }
    (self.rates, self.level) = (rates, level)
    baselineRuns = baseline.runs.count
    commit = run.commit
    steps = run.actions.values.reduce(0) { $0 + $1.steps }
  }

  /// A sentence for each reason to fail a job.
  public func failures(onNewCause: Bool, onRegression: Bool) -> [String] {
    var failures: [String] = []
    if onNewCause, !newCauses.isEmpty {
      let actions = Set(newCauses.map(\.action)).sorted().joined(separator: ", ")
      failures.append("\(newCauses.count) of the causes are new, in: \(actions).")
    }
    if onRegression, !risen.isEmpty {
      failures.append("More first attempts fail than before, in: \(risen.map(\.action).joined(separator: ", ")).")
    }
    return failures
  }

  /// The sensitivity for each rate, which takes a while to work out.
  var sensitivities: [Sensitivity] {
    let levelOfOne = level / Double(max(rates.count, 1))
    return rates.map { name, now, then in
      Sensitivity(action: name, now: now, then: then, detectableRate: Self.detectable(now.total, then, levelOfOne))
    }
  }

  private static func newCauses(of name: String, _ counts: ActionCounts?, _ known: BaselineAction?) -> [NewCause] {
    let kinds = Set(known?.causes.map(\.kind) ?? [])
    return (counts?.causes.values ?? [:].values).filter { !kinds.contains($0.kind.text) }.map { cause in
      NewCause(action: name, cause: cause, isOfNewAction: known == nil, expectedShare: known?.unseenShare)
    }
  }

  private static func changes(
    _ rates: [(name: String, now: Rate, then: Rate)],
    _ level: Double,
    _ probability: (_ now: Rate, _ then: Rate) -> Double
  ) -> [Change] {
    let probabilities = rates.map { probability($0.now, $0.then) }
    let significant = Holm.significant(probabilities, level: level)
    return rates.indices.filter { significant[$0] }.map { index in
      Change(
        action: rates[index].name,
        then: rates[index].then,
        now: rates[index].now,
        probability: probabilities[index]
      )
    }
    .sorted { ($0.probability, $0.action) < ($1.probability, $1.action) }
  }

  /// The smallest rate that is found with 90 % probability in so many steps.
  private static func detectable(_ total: Int, _ then: Rate, _ level: Double) -> Double? {
    let count = FisherTest.smallestSignificantCount(in: total, base: then.count, in: then.total, level: level)
    guard let count else { return nil }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if Binomial.probability(ofAtLeast: count, in: total, rate: middle) < 0.9 { low = middle } else { high = middle }
    }
    return high
  }
}

extension RecordReader {
  /// The comparison of all rows with a baseline.
  ///
  /// Several runs are taken for one.
  public func comparison(with baseline: Baseline, level: Double) async -> (input: Input, comparison: Comparison) {
    var collector = RunCollector()
    let input = await read(into: &collector)
    return (input, Comparison(RunCounts(collector.selected), with: baseline, level: level))
  }
}
