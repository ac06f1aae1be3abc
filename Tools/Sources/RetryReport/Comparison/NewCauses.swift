internal import Foundation

/// The kinds of causes that the older runs do not have.
///
/// The kinds of an action share its good and its bad days, so a kind is compared with all steps and not from run to run.
struct NewCauses {
  private let actions: [LikeWithLike]
  /// The number of steps in which each kind was seen, by action, in the older runs.
  private let known: [String: [CauseKind: Int]]

  init(_ actions: [LikeWithLike], known: [String: [CauseKind: Int]]) {
    (self.actions, self.known) = (actions, known)
  }

  /// The new kinds, the most frequent first.
  ///
  /// - Parameters:
  ///   - level: The probability of a single false alarm among all kinds.
  ///   - details: The facts about a kind of an action.
  func all(
    level: Double,
    _ details: (_ action: String, _ kind: CauseKind) -> CauseCounts?
  ) -> [Comparison.NewCause] {
    let found = actions.flatMap { action in
      action.kinds.filter { known[action.action]?[$0.key] == nil }.compactMap { kind, counts in
        details(action.action, kind).map { (action: action, counts: counts, details: $0) }
      }
    }
    let compared = found.map { Self.comparedSteps(of: $0.details.kind, in: $0.action) }
    let probabilities = zip(found, compared).map { Self.probability(of: $1, in: $0.action) }
    // Each kind that there is could have been a false alarm.
    let others = actions.reduce(0) { $0 + (known[$1.action]?.count ?? 0) }
    let significant = Holm.significant(
      probabilities.map { $0 ?? 1 } + Array(repeating: 1, count: others),
      level: level
    )
    return found.indices.map { index in
      let new = found[index]
      return Comparison.NewCause(
        action: new.action.action,
        steps: new.counts.steps.all,
        comparedSteps: compared[index].values.reduce(0, +),
        tests: new.counts.tests.sorted(),
        cause: new.details,
        isOfNewAction: !new.action.isKnown && known[new.action.action] == nil,
        isSurprising: significant[index],
        probability: probabilities[index],
        expectedShare: share(of: new.action)
      )
    }
    .sorted { ($1.steps, $0.action, $0.cause.kind) < ($0.steps, $1.action, $1.cause.kind) }
  }

  /// The newer steps of a kind, by what they are compared with; one of them counts if they go on from a new test.
  private static func comparedSteps(of kind: CauseKind, in action: LikeWithLike) -> [LikeWithLike.Cell: Int] {
    var steps: [LikeWithLike.Cell: Int] = [:]
    for (cell, counts) in action.now.flatMap(\.cells) {
      guard let failures = counts.kinds[kind], failures.all > 0 else { continue }
      steps[cell, default: 0] += action.counted(failures, in: cell)
    }
    let first = steps.keys.min { ($0.test ?? "", $0.machine) < ($1.test ?? "", $1.machine) }
    if let first, steps.values.allSatisfy({ $0 == 0 }) {
      steps[first] = 1
    }
    return steps.filter { $0.value > 0 }
  }

  /// The probability of so many steps of a kind that the older steps have not shown; nil if it came only where older runs
  /// have nothing.
  ///
  /// Among all steps, or among those of the tests in which it came if that is more: a flake of one test is rare where that
  /// test has hardly run.
  private static func probability(of failed: [LikeWithLike.Cell: Int], in action: LikeWithLike) -> Double? {
    if failed.isEmpty { return nil }
    let failures = failed.values.reduce(0, +)
    func steps(_ runs: [LikeWithLike.Run], _ isCounted: (LikeWithLike.Cell) -> Bool) -> Int {
      runs.reduce(0) { sum, run in
        run.cells.filter { isCounted($0.key) }.reduce(sum) { $0 + action.rate($1.value.tally, in: $1.key).total }
      }
    }
    func probability(_ isCounted: (LikeWithLike.Cell) -> Bool) -> Double {
      let (new, old) = (steps(action.now, isCounted), steps(action.then, isCounted))
      return FisherTest.probability(of: failures, in: new, base: 0, in: old)
    }
    return max(probability { _ in true }, probability { failed[$0] != nil })
  }

  /// The probability of any kind that was not seen, after Good and Turing, among as many failures; nil if none is known.
  private func share(of action: LikeWithLike) -> Double? {
    guard let known = known[action.action], !known.isEmpty else { return nil }
    let once = Double(known.values.count { $0 == 1 }) / Double(known.values.reduce(0, +))
    return 1 - pow(1 - once, Double(action.kinds.values.reduce(0) { $0 + $1.steps.counted }))
  }
}
