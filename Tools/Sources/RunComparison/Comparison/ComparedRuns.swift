internal import RetryReport

/// Earlier and newer runs, with the actions of the newer ones.
struct ComparedRuns {
  let then: [RunCounts]
  let now: [RunCounts]
  let actions: [LikeWithLike]
  /// The names of the newer runs, the oldest first.
  let newer: [String]
  /// The kinds of causes of each action in the earlier runs.
  let known: [String: Set<CauseKind>]
  /// The kinds that a user accepted, by action; those without an action are accepted in all.
  private let accepted: [String: Set<CauseKind>]

  init(then: [RunCounts], now: [RunCounts], accepted: [String: Set<CauseKind>] = [:]) {
    self.accepted = accepted
    known = then.flatMap(\.actions).reduce(into: [:]) { known, action in
      known[action.key, default: []].formUnion(action.value.tests.values.flatMap(\.kinds.keys))
    }
    let (older, latest) = (then.joined, now.joined)
    (self.then, self.now) = (older, latest)
    actions = Set(latest.flatMap(\.actions.keys)).sorted().map { LikeWithLike($0, then: older, now: latest) }
    newer = latest.map(\.id).reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
  }

  func isAccepted(_ kind: CauseKind, of action: String) -> Bool {
    (action.isEmpty ? accepted.values.contains { $0.contains(kind) } : accepted[action]?.contains(kind) == true)
      || accepted[""]?.contains(kind.withoutName(of: action)) == true
  }

  /// The newer runs with an action; all of them for all actions together.
  func runs(with action: String) -> Set<String> {
    actions.first { $0.action == action }.map { Set($0.now.map(\.place.run)) } ?? Set(newer)
  }

  /// The runs as if all steps were of one action without a name.
  var together: ComparedRuns {
    ComparedRuns(then: then.map(\.together), now: now.map(\.together), accepted: accepted)
  }

  /// Whether several actions have a kind, in earlier or in newer runs.
  func isSpread(_ kind: CauseKind) -> Bool {
    let newer = actions.filter { $0.has(kind) }.map(\.action)
    let older = known.filter { action in action.value.contains { $0.withoutName(of: action.key) == kind } }.keys
    return Set(newer).union(older).count > 1
  }
}

extension [String: Int] {
  /// Of the steps of runs, the runs with at least a fifth of those of the largest: a few steps show neither an increase nor
  /// its absence.
  var largeRuns: Set<String> {
    let most = values.max() ?? 0
    return Set(filter { $0.value * 5 >= most }.keys)
  }
}
