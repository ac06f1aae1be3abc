/// The kinds of causes that the older runs do not have.
struct NewCauses {
  /// The minimum number of older runs for the history to be long.
  static let manyRuns = 10
  /// The minimum number of steps with a new kind, in one run and in several together.
  static let fewestSteps = 3
  static let fewestStepsOfSeveral = 5
  /// The minimum number of older steps for each newer one, in the tests with the kind.
  static let manySteps = 5

  private let actions: [LikeWithLike]
  private let known: [String: Set<CauseKind>]
  private let own: RunCounts
  private let runs: [String]
  private let fewestSteps: Int

  /// - Parameter own: The counts of the new runs; causes that they do not have are not reported.
  init(_ runs: ComparedRuns, _ own: RunCounts) {
    actions = runs.actions.filter { runs.known[$0.action] != nil }
    known = runs.known
    self.own = own
    self.runs = runs.newer
    fewestSteps = runs.newer.count == 1 ? Self.fewestSteps : Self.fewestStepsOfSeveral
  }

  /// The new kinds, the most frequent first.
  ///
  /// - Parameter level: The probability of a single false alarm among all kinds, where the history is short.
  func all(level: Double) -> [Comparison.NewCause] {
    let found = actions.flatMap { action in
      action.kinds.filter { known[action.action]?.contains($0.key) != true }.compactMap { kind, counts in
        own.actions[action.action]?.causes[kind].map { (action: action, counts: counts, details: $0) }
      }
    }
    let compared = found.map { Self.steps(of: $0.details.kind, in: $0.action) }
    let probabilities = zip(found, compared).map { Self.probability(of: $1, in: $0.action) }
    // Each known kind could have been a false alarm too.
    let others = actions.reduce(0) { $0 + (known[$1.action]?.count ?? 0) }
    let significant = Holm.significant(
      probabilities.map { $0 ?? 1 } + Array(repeating: 1, count: others),
      level: level
    )
    return found.indices.map { index in
      let new = found[index]
      let steps = compared[index].values.reduce(0, +)
      let isLong = Self.hasLongHistory(compared[index], in: new.action)
      return Comparison.NewCause(
        action: new.action.action,
        steps: new.counts.steps,
        comparedSteps: steps,
        tests: new.counts.tests.sorted(),
        cause: new.details,
        isSurprising: isLong ? steps >= fewestSteps : significant[index],
        probability: probabilities[index],
        runs: runs
      )
    }
    .sorted { ($1.steps, $0.action, $0.cause.kind) < ($0.steps, $1.action, $1.cause.kind) }
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
