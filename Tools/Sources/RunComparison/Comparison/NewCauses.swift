internal import RetryReport

/// The kinds of causes that the earlier runs do not have.
struct NewCauses {
  /// The minimum number of earlier runs for the history to be long.
  static let manyRuns = 10
  /// The minimum number of steps with a new kind, in one run and in several together.
  static let fewestSteps = 3
  static let fewestStepsOfSeveral = 5
  /// The minimum number of earlier steps for each newer one, in the tests with the kind.
  static let manySteps = 5

  let runs: ComparedRuns
  /// The counts of the new runs; causes that they do not have are not reported.
  let own: RunCounts
  /// The causes that came in one run only, and whose alarm has ended.
  let ended: [Alarm]
  let branch: ComparedBranch

  /// The new kinds of each action and of all actions together, the most frequent first.
  ///
  /// A bug may occur in many actions, and be too rare in each of them.
  ///
  /// - Parameter level: The probability of a single false alarm among all kinds, where the history is short.
  func all(level: Double) -> [Comparison.NewCause] {
    if runs.actions.count < 2 { return causes(level: level) }
    let each = causes(level: level / 2)
    // Without a kind that is new to its action, none is new to all of them.
    if each.isEmpty, runs.actions.allSatisfy({ runs.known[$0.action] != nil }) { return [] }
    let together = NewCauses(runs: runs.together, own: own.together, ended: ended, branch: branch)
    let all = together.causes(level: level / 2)
    return onePerKind(
      each
        + all.filter { runs.isSpread($0.cause.kind) }.map { cause in
          var cause = cause
          let actions = runs.actions.filter { $0.has(cause.cause.kind) }
          cause.actions = actions.map(\.action)
          cause.tests = Set(cause.tests.map { $0.split(separator: "\0", maxSplits: 1).last.map(String.init) ?? $0 })
            .sorted()
          return cause
        }
    )
  }

  /// The causes without those that another one contains: one of all actions together contains those of each action, unless
  /// only these are surprising.
  private func onePerKind(_ causes: [Comparison.NewCause]) -> [Comparison.NewCause] {
    let together = causes.filter(\.action.isEmpty)
    func kind(_ cause: Comparison.NewCause) -> CauseKind { cause.cause.kind.withoutName(of: cause.action) }
    let own = Set(causes.filter { !$0.action.isEmpty && $0.isSurprising }.map(kind))
    return causes.filter { cause in
      guard let whole = together.first(where: { $0.cause.kind == kind(cause) }) else { return true }
      return cause.action.isEmpty == (whole.isSurprising || !own.contains(kind(cause)))
    }
  }

  /// The causes of several windows, each once: one that is surprising in any of them, or that of the longest.
  static func merged(_ windows: [[Comparison.NewCause]]) -> [Comparison.NewCause] {
    var found: [Comparison.NewCause] = []
    for cause in windows.joined() {
      let same = found.firstIndex { $0.alarm.isSame(as: cause.alarm) }
      if let same {
        if !found[same].isSurprising { found[same] = cause }
      } else {
        found.append(cause)
      }
    }
    let surprising = Set(found.filter(\.isSurprising).map(\.cause.kind))
    return found.filter { $0.isSurprising || !surprising.contains($0.cause.kind) }
  }

  private func causes(level: Double) -> [Comparison.NewCause] {
    let actions = runs.actions.filter { runs.known[$0.action] != nil }
    // In one order, because Holm's bounds of equal probabilities differ.
    let fresh = actions.flatMap(causes).sorted { ($0.action, $0.cause.kind) < ($1.action, $1.cause.kind) }
    // Each known kind could have been a false alarm too.
    let known = actions.reduce(0) { $0 + (runs.known[$1.action]?.count ?? 0) }
    let probabilities = fresh.map { $0.probability ?? 1 } + Array(repeating: 1, count: known)
    return zip(fresh, Holm.bounds(probabilities, level: level)).map { cause, bound in
      var cause = cause
      if cause.neededSteps == nil { cause.neededProbability = bound }
      return cause
    }
    .sorted { ($1.steps, $0.action, $0.cause.kind) < ($0.steps, $1.action, $1.cause.kind) }
  }

  /// The kinds of an action that do not count as usual, and that the new runs still have.
  private func causes(in action: LikeWithLike) -> [Comparison.NewCause] {
    action.kinds.compactMap { kind, counts in
      guard let details = own.actions[action.action]?.causes[kind], !runs.isAccepted(kind, of: action.action),
        runs.known[action.action]?.contains(kind) != true
      else { return nil }
      let (steps, cells) = (action.steps(of: kind), action.cells(with: kind))
      let (new, old) = (action.now.steps(in: cells), action.then.steps(in: cells))
      let hasLongHistory =
        Set(action.then.map(\.place.run)).count >= Self.manyRuns && old >= Self.manySteps * new
      let failures = steps.values.reduce(0, +) - surplus(of: steps)
      // The larger of two: a test that has hardly run may not have shown its flake yet.
      let probability =
        cells.isEmpty
        ? nil
        : max(
          FisherTest.probability(of: failures, in: action.now.steps(), base: 0, in: action.then.steps()),
          FisherTest.probability(of: failures, in: new, base: 0, in: old)
        )
      let first = runs.newer.firstIndex { steps[$0] != nil } ?? 0
      let before = ended.filter { $0.action == action.action && $0.kind == kind.text }
      return Comparison.NewCause(
        action: action.action,
        steps: counts.values.reduce(0, +),
        comparedSteps: steps.values.reduce(0, +),
        tests: counts.keys.sorted(),
        cause: details,
        probability: probability,
        neededSteps: !hasLongHistory
          ? nil : runs.newer.count == 1 || areAttempts ? Self.fewestSteps : Self.fewestStepsOfSeveral,
        isBack: !before.isEmpty,
        runs: before.flatMap(\.runs) + runs.newer[first...],
        isOfOneRun: branch.needsSeveralRuns && isOfOneRun(kind, steps, in: action)
      )
    }
  }

  /// Whether the newer runs are attempts of one job, with the same change.
  private var areAttempts: Bool { branch == .attempts && runs.newer.count > 1 }

  /// Whether one run alone has a kind, or almost: an outage, which one run of several does not decide.
  ///
  /// On the default branch, neither does a single run with a kind that other actions have had. In a pull request, the newest
  /// attempt decides: it has the change too, so a kind that it lacks came from an outage.
  private func isOfOneRun(_ kind: CauseKind, _ steps: [String: Int], in action: LikeWithLike) -> Bool {
    if runs.newer.count == 1 { return branch == .main && runs.known.values.contains { $0.contains(kind) } }
    if areAttempts { return newestAttemptLacks(kind, in: action) }
    return steps.values.reduce(0, +) - (steps.values.max() ?? 0) < Self.fewestSteps
  }

  /// The steps of the run that has most of a kind which the next run does not have: several runs of the default branch are
  /// compared without them, because one may have met an outage.
  private func surplus(of steps: [String: Int]) -> Int {
    guard branch == .main, runs.newer.count > 1 else { return 0 }
    let most = steps.values.sorted(by: >) + [0, 0]
    return most[0] - most[1]
  }

  /// Whether the newest attempt that ran the tests with a kind does not have it; an attempt may run the failed shards only, or
  /// too few steps to show it.
  private func newestAttemptLacks(_ kind: CauseKind, in action: LikeWithLike) -> Bool {
    let tests = runs.now.map { (run: $0.id, tests: $0.tests(of: action.action)) }.filter { part in
      action.kinds[kind]?.keys.contains { part.tests[$0]?.steps ?? 0 > 0 } == true
    }
    let steps = tests.reduce(into: [String: Int]()) { steps, part in
      steps[part.run, default: 0] += part.tests.values.reduce(0) { $0 + $1.steps }
    }
    let newest = runs.newer.last(where: steps.largeRuns.contains)
    return tests.filter { $0.run == newest }.flatMap(\.tests.values).rate(of: kind).count == 0
  }
}
