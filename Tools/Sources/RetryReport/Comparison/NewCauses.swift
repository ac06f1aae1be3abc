/// The kinds of causes that the older runs do not have, or have on probation.
struct NewCauses {
  /// The minimum number of older runs for the history to be long.
  static let manyRuns = 10
  /// The minimum number of steps with a new kind, in one run and in several together.
  static let fewestSteps = 3
  static let fewestStepsOfSeveral = 5
  /// The minimum number of older steps for each newer one, in the tests with the kind.
  static let manySteps = 5

  /// A kind in the newer steps of an action.
  private struct Found {
    let action: LikeWithLike
    let counts: LikeWithLike.Kind
    let details: CauseCounts
    let probation: Probation?
    /// The newer steps with the kind, by the cell that they are compared in.
    let compared: [LikeWithLike.Cell: Int]
    let probability: Double?
  }

  private let runs: ComparedRuns
  private let actions: [LikeWithLike]
  private let own: RunCounts
  private let fewestSteps: Int
  /// Whether the newer runs follow on the branch of the older ones.
  private let isOfDefaultBranch: Bool
  private let hasProbation: Bool

  /// - Parameters:
  ///   - own: The counts of the new runs; causes that they do not have are not reported.
  ///   - hasProbation: Whether kinds can be on probation; otherwise all kinds of the older runs count as usual.
  init(_ runs: ComparedRuns, _ own: RunCounts, isOfDefaultBranch: Bool, hasProbation: Bool) {
    (self.runs, self.own, self.isOfDefaultBranch) = (runs, own, isOfDefaultBranch)
    actions = runs.actions.filter { runs.known[$0.action] != nil }
    fewestSteps = runs.newer.count == 1 ? Self.fewestSteps : Self.fewestStepsOfSeveral
    self.hasProbation = hasProbation
  }

  /// The new kinds of each action and of all actions together.
  ///
  /// A bug may strike once in each of many actions, and be too rare in each of them.
  static func all(
    in runs: ComparedRuns,
    _ own: RunCounts,
    level: Double,
    isOfDefaultBranch: Bool,
    hasProbation: Bool
  ) -> [Comparison.NewCause] {
    let share = runs.actions.count > 1 ? level / 2 : level
    func causes(_ runs: ComparedRuns, _ own: RunCounts) -> [Comparison.NewCause] {
      NewCauses(runs, own, isOfDefaultBranch: isOfDefaultBranch, hasProbation: hasProbation).all(level: share)
    }
    if runs.actions.count < 2 { return causes(runs, own) }
    let together = causes(runs.together, own.together).filter { runs.isSpread($0.cause.kind) }.map { cause in
      var cause = cause
      let actions = runs.actions.filter { $0.kinds[cause.cause.kind] != nil }
      cause.actions = actions.map(\.action)
      cause.tests = actions.reduce(into: Set()) { $0.formUnion($1.kinds[cause.cause.kind]?.tests ?? []) }.sorted()
      return cause
    }
    return causes(runs, own) + together
  }

  /// The new kinds, the most frequent first.
  ///
  /// - Parameter level: The probability of a single false alarm among all kinds, where the history is short.
  private func all(level: Double) -> [Comparison.NewCause] {
    let found = actions.flatMap(found)
    let fresh = found.filter { $0.probation == nil }
    // Each known kind could have been a false alarm too.
    let known = actions.reduce(0) { $0 + (runs.known[$1.action]?.count ?? 0) }
    return causes(fresh, others: known, level: hasProbation ? level / 2 : level)
      + causes(found.filter { $0.probation != nil }, others: 0, level: level / 2)
  }

  private func causes(_ found: [Found], others: Int, level: Double) -> [Comparison.NewCause] {
    let probabilities = found.map { $0.probability ?? 1 } + Array(repeating: 1, count: others)
    let bounds = Holm.bounds(probabilities, level: level)
    return zip(found, bounds).map { new, bound in
      let steps = new.compared.values.reduce(0, +)
      let isLong = new.probation == nil && Self.hasLongHistory(new.compared, in: new.action)
      return Comparison.NewCause(
        action: new.action.action,
        steps: new.counts.steps,
        comparedSteps: steps,
        tests: new.counts.tests.sorted(),
        cause: new.details,
        probability: new.probability,
        neededProbability: isLong ? nil : bound,
        neededSteps: fewestSteps,
        probation: new.probation,
        runs: (new.probation?.runs ?? []) + runs.newer
      )
    }
    .sorted { ($1.steps, $0.action, $0.cause.kind) < ($0.steps, $1.action, $1.cause.kind) }
  }

  /// The kinds of an action that do not count as usual, and that the new runs still have.
  private func found(in action: LikeWithLike) -> [Found] {
    let known = runs.known[action.action] ?? []
    var history: KindHistory?
    return action.kinds.compactMap { kind, counts in
      guard let details = own.actions[action.action]?.causes[kind], !runs.isAccepted(kind, of: action.action) else {
        return nil
      }
      var probation: Probation?
      if known.contains(kind) {
        if hasProbation, history == nil { history = KindHistory(action.action, in: runs.then) }
        probation = history?.probation(of: kind, now: runs.now)
        if probation == nil { return nil }
      }
      let compared = Self.steps(of: kind, in: action)
      return Found(
        action: action,
        counts: counts,
        details: details,
        probation: probation,
        compared: compared,
        probability: probation?.probability(isOfDefaultBranch: isOfDefaultBranch)
          ?? Self.probability(of: compared, in: action)
      )
    }
  }

  /// The newer steps with a kind, by the cell that they are compared in.
  private static func steps(of kind: CauseKind, in action: LikeWithLike) -> [LikeWithLike.Cell: Int] {
    var steps: [LikeWithLike.Cell: Int] = [:]
    for (cell, counts) in action.now.flatMap(\.cells) {
      if let failures = counts.kinds[kind], failures > 0 { steps[cell, default: 0] += failures }
    }
    return steps
  }

  /// Whether enough older runs could have shown the kind in the tests that have it now.
  private static func hasLongHistory(_ failed: [LikeWithLike.Cell: Int], in action: LikeWithLike) -> Bool {
    let (new, old) = (sum(action.now, in: failed), sum(action.then, in: failed))
    return Set(action.then.map(\.run)).count >= manyRuns && old >= manySteps * new
  }

  /// The steps of the tests with a kind.
  private static func sum(_ runs: [LikeWithLike.Run], in failed: [LikeWithLike.Cell: Int]) -> Int {
    runs.reduce(0) { sum, run in
      run.cells.reduce(sum) { $0 + (failed[$1.key] == nil ? 0 : $1.value.tally.steps) }
    }
  }

  /// The probability of so many steps with a kind that no older step has; `nil` if older runs have none of its tests.
  ///
  /// It is the larger one of two: among all steps, and among the steps of the tests with the kind, because a test that has
  /// hardly run may not have shown its flake yet.
  private static func probability(of failed: [LikeWithLike.Cell: Int], in action: LikeWithLike) -> Double? {
    if failed.isEmpty { return nil }
    let failures = failed.values.reduce(0, +)
    func all(_ runs: [LikeWithLike.Run]) -> Int { runs.flatMap(\.cells.values).reduce(0) { $0 + $1.tally.steps } }
    let (new, old) = (sum(action.now, in: failed), sum(action.then, in: failed))
    return max(
      FisherTest.probability(of: failures, in: all(action.now), base: 0, in: all(action.then)),
      FisherTest.probability(of: failures, in: new, base: 0, in: old)
    )
  }
}
