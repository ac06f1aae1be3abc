internal import RetryReport

/// The runs of a baseline, and those of them that count as usual.
struct ReferenceRuns {
  private let baseline: Baseline
  /// The runs without the actions for which they do not count as usual.
  private let reference: [RunCounts]

  init(_ baseline: Baseline) {
    self.baseline = baseline
    let order = Dictionary(uniqueKeysWithValues: zip(baseline.runs, 0...))
    let alarms = baseline.alarms.map { (alarm: $0, actions: baseline.actions(of: $0)) }
    reference = baseline.parts.map { part in
      var part = part
      let unusual = alarms.filter { !$0.alarm.isReference(part.id, order) }
      part.actions = part.actions.filter { action in unusual.allSatisfy { $0.actions?.contains(action.key) == false } }
      return part
    }
    .filter { !$0.actions.isEmpty }
  }

  /// - Parameter joined: Earlier runs that are compared together with the newer ones, without actions that raised an alarm:
  ///   a bug that was fixed is not a new one.
  /// - Parameter later: Runs after the newer ones, which are not earlier runs to compare with.
  func compared(_ newer: [String], joined: [String] = [], without later: [String] = []) -> ComparedRuns {
    let accepted = baseline.alarms.filter { $0.acceptance != nil && !$0.kind.isEmpty }
    return ComparedRuns(
      then: reference.filter { !(newer + joined + later).contains($0.id) },
      now: reference.filter { joined.contains($0.id) } + baseline.parts.filter { newer.contains($0.id) },
      accepted: accepted.reduce(into: [:]) { $0[$1.action, default: []].insert(CauseKind(text: $1.kind)) }
    )
  }

  /// An alarm that was open before the newest runs.
  ///
  /// - Parameter newest: Those of the default branch; `nil` for those of another one, which say nothing about the alarm.
  func open(_ alarm: Alarm, newest: [String]?) -> OpenAlarm {
    let runs = Set(alarm.runs + (newest ?? []))
    let since = baseline.parts.filter { runs.contains($0.id) }.flatMap(alarm.failures)
    return OpenAlarm(
      alarm: alarm,
      fixedIn: newest.map { runsThatFix(alarm, newest: $0) } ?? [],
      before: reference.filter { !runs.contains($0.id) }.flatMap(alarm.failures).map(\.rate).reduce(.zero, +),
      since: since.map(\.rate).reduce(.zero, +),
      runs: runs.count,
      tests: Set(since.filter { $0.rate.count > 0 && !$0.test.isEmpty }.map(\.test)).sorted()
    )
  }

  /// The newest runs, if they show that the cause of an alarm is fixed.
  private func runsThatFix(_ alarm: Alarm, newest: [String]) -> Set<String> {
    // Runs without the action show nothing.
    let ran = Set(baseline.parts.filter { alarm.action.isEmpty || $0.actions[alarm.action] != nil }.map(\.id))
    let all = baseline.runs.filter { ran.contains($0) && (alarm.runs.contains($0) || newest.contains($0)) }
    // Without a usual run of the action, only a person can decide.
    let others = reference.filter { !all.contains($0.id) }
    guard others.contains(where: { alarm.action.isEmpty || $0.actions[alarm.action] != nil }) else { return [] }
    // The first runs of a long alarm describe it well enough.
    let most = Alarm.mostRunsOfFix
    let kept = all.count > 2 * most ? Array(all.prefix(most) + all.suffix(most)) : all
    let rates = alarm.kind.isEmpty ? RateComparison(compared(kept).actions, level: Comparison.usualLevel) : nil
    for count in 1...most where count < kept.count {
      let (last, first) = (Set(kept.suffix(count)), Set(kept.dropLast(count)))
      let isFixed =
        rates?.isFixed(alarm, in: last, since: first) ?? isGone(alarm, in: last, since: first)
      if isFixed { return last }
    }
    return []
  }

  /// Whether the kind of an alarm is as rare in the last runs as it was before the alarm, and not by chance.
  private func isGone(_ alarm: Alarm, in last: Set<String>, since first: Set<String>) -> Bool {
    func rate(_ runs: [RunCounts]) -> Rate { runs.flatMap(alarm.failures).map(\.rate).reduce(.zero, +) }
    let all = first.union(last)
    let now = rate(baseline.parts.filter { last.contains($0.id) })
    let bad = rate(baseline.parts.filter { first.contains($0.id) })
    // A rare kind of failure looks new while there are many failures, and still occurs now and then after they are fixed.
    // The earlier runs limit its rate: at most three more steps would have shown it.
    let before = rate(reference.filter { !last.contains($0.id) }) + Rate(count: 3, total: 3)
    guard now.total > 0, now.share <= (bad.share * before.share).squareRoot() else { return false }
    // Otherwise a run of the bug itself could be one of the ten, and would become usual.
    if last.count == Alarm.mostRunsOfFix, let oldest = baseline.runs.first(where: last.contains) {
      return rate(baseline.parts.filter { $0.id == oldest }).count == 0
    }
    let chance = FisherTest.probability(of: bad.count, in: bad.total, base: now.count, in: now.total)
    let struck = Set(baseline.parts.filter { all.contains($0.id) && rate([$0]).count > 0 }.map(\.id))
    return chance <= (struck.count > 1 ? Alarm.levelOfFix : Alarm.levelOfFixInOneRun)
  }
}
