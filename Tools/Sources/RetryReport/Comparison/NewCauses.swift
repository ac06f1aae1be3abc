internal import Foundation

/// The kinds of causes that the older runs do not have.
///
/// The kinds of an action share its good and its bad days, so a kind is compared with all steps and not from run to run.
struct NewCauses {
  /// The number of steps in which each kind was seen, by action, in the older runs.
  private let known: [String: [String: Int]]
  private let thenSteps: [String: Int]
  private let nowSteps: [String: Int]
  private let nowKinds: [String: [String: Int]]

  init(known: [String: [String: Int]], then: [RunTally], now: [RunTally]) {
    self.known = known
    (thenSteps, nowSteps) = (Self.steps(then), Self.steps(now))
    nowKinds = now.reduce(into: [:]) { all, run in
      for (name, action) in run.actions { all[name, default: [:]].merge(action.kinds, uniquingKeysWith: +) }
    }
  }

  /// The new kinds, the most frequent first.
  ///
  /// - Parameters:
  ///   - level: The probability of a single false alarm among all kinds.
  ///   - details: The facts about a kind of an action.
  func all(
    level: Double,
    _ details: (_ action: String, _ kind: String) -> CauseCounts?
  ) -> [Comparison.NewCause] {
    let found = nowKinds.flatMap { action, kinds in
      kinds.filter { known[action]?[$0.key] == nil && $0.value > 0 }.compactMap { kind, count in
        details(action, kind).map { (action: action, count: count, details: $0) }
      }
    }
    let probabilities = found.map { probability(of: $0.count, of: $0.action) }
    // Each kind that there is could have been a false alarm.
    let others = known.filter { nowSteps[$0.key] != nil }.reduce(0) { $0 + $1.value.count }
    let significant = Holm.significant(probabilities + Array(repeating: 1, count: others), level: level)
    return found.indices.map { index in
      let new = found[index]
      let isOfNewAction = thenSteps[new.action] == nil && known[new.action] == nil
      return Comparison.NewCause(
        action: new.action,
        steps: new.count,
        cause: new.details,
        isOfNewAction: isOfNewAction,
        isSurprising: significant[index] && !isOfNewAction,
        probability: probabilities[index],
        expectedShare: share(of: new.action)
      )
    }
    .sorted { ($1.steps, $0.action, $0.cause.kind) < ($0.steps, $1.action, $1.cause.kind) }
  }

  /// The probability of so many steps of a kind that the older steps have not shown.
  private func probability(of count: Int, of action: String) -> Double {
    FisherTest.probability(of: count, in: nowSteps[action] ?? 0, base: 0, in: thenSteps[action] ?? 0)
  }

  private static func steps(_ runs: [RunTally]) -> [String: Int] {
    Dictionary(runs.flatMap { $0.actions.map { ($0.key, $0.value.all.compared.total) } }, uniquingKeysWith: +)
  }

  /// The probability of any kind that was not seen, after Good and Turing, among as many failures; nil if none is known.
  private func share(of action: String) -> Double? {
    guard let known = known[action], !known.isEmpty else { return nil }
    let once = Double(known.values.count { $0 == 1 }) / Double(known.values.reduce(0, +))
    return 1 - pow(1 - once, Double((nowKinds[action] ?? [:]).values.reduce(0, +)))
  }
}
