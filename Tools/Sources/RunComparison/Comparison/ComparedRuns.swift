package import RetryReport

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
    let machines = Set(older.map(\.part.machine))
    actions = Set(latest.flatMap(\.actions.keys)).sorted().map {
      LikeWithLike($0, then: older, now: latest, machines: machines)
    }
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
    return known.filter { action in action.value.contains { $0.withoutName(of: action.key) == kind } }.keys.reduce(
      into: Set(newer)
    ) { $0.insert($1) }.count > 1
  }
}

extension Comparison {
  /// The reason why runs cannot be compared.
  package struct Impossible: Error, CustomStringConvertible {
    package let description: String
  }

  /// Compares the runs that a baseline does not have yet, or all of them if it has them all.
  ///
  /// - Parameter level: The probability of a false alarm.
  package init(
    _ runs: [RunCounts],
    with baseline: Baseline,
    level: Double = Self.usualLevel,
    branch: ComparedBranch = .other
  ) throws(Impossible) {
    if runs.isEmpty { throw Impossible(description: "the records have no run with a step to compare") }
    let new = runs.ids.subtracting(baseline.runs)
    let names = new.isEmpty ? runs.ids : new
    var all = baseline
    all.add(runs, keeping: .max)
    let newest = all.runs.filter(names.contains)
    let others = all.runs.filter { !names.contains($0) }
    let before = ReferenceRuns(all)
    let windows = branch == .main ? Self.ofDefaultBranch : Self.ofBranch
    let sides = windows.enumerated().compactMap { index, window -> (ComparedRuns, Window)? in
      let joining = others.suffix(max(0, window.runs - newest.count))
      let side = before.compared(newest, joined: Array(joining))
      // Several runs together need at least as many earlier runs to be compared with.
      let older = side.then.ids.count
      let isMeant = index == 0 ? older > 0 : !joining.isEmpty && older >= window.runs
      return isMeant ? (side, window) : nil
    }
    guard !sides.isEmpty else {
      let found = others.isEmpty ? "no other run" : "no other run without an alarm"
      throw Impossible(description: "the baseline has \(found), so there is nothing to compare them with")
    }
    self.init(
      sides,
      newest: newest,
      own: RunCounts(runs),
      open: all.openAlarms.map { before.open($0, newest: branch == .main ? newest : nil) },
      ended: all.alarms.filter { $0.ended != nil && $0.acceptance == nil && !$0.kind.isEmpty && $0.runs.count == 1 },
      branch: branch,
      newFlakySteps: branch == .main ? [] : NewFlakyStep.all(in: RunCounts(runs), unknownTo: baseline),
      level: level
    )
  }
}

/// The runs of a baseline, and those of them that count as usual.
private struct ReferenceRuns {
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
  func compared(_ newer: [String], joined: [String] = []) -> ComparedRuns {
    let accepted = baseline.alarms.filter { $0.acceptance != nil && !$0.kind.isEmpty }
    return ComparedRuns(
      then: reference.filter { !(newer + joined).contains($0.id) },
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
    if last.count == Alarm.mostRunsOfFix { return true }
    let chance = FisherTest.probability(of: bad.count, in: bad.total, base: now.count, in: now.total)
    let struck = Set(baseline.parts.filter { all.contains($0.id) && rate([$0]).count > 0 }.map(\.id))
    return chance <= (struck.count > 1 ? Alarm.levelOfFix : Alarm.levelOfReturn)
  }
}
