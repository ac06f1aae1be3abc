extension Baseline {
  /// The number of kinds of causes of an action; those that were not seen for the longest time are left out.
  static let mostCauses = 100
  /// The number of characters of an example.
  static let longestExample = 300

  /// - Parameter mostRuns: The number of runs to keep, the newest.
  public init(_ runs: TestRuns, keeping mostRuns: Int = usualRuns) {
    add(runs, keeping: mostRuns)
  }

  /// Adds parts of runs that it does not have, and keeps the newest runs.
  ///
  /// - Returns: The number of parts that it had already.
  @discardableResult
  public mutating func add(_ runs: TestRuns, keeping mostRuns: Int = usualRuns) -> Int {
    var fresh: [RunCounts] = []
    for run in runs.parts {
      let known = parts.filter { $0.isSame(as: Part(run)) }
      if !known.isEmpty {
        // A folder that has grown has more steps than were learned of it.
        guard run.steps > known.reduce(0, { $0 + steps(of: $1) }) else { continue }
        self = keeping { !known.contains($0) }
      }
      fresh.append(run)
    }
    let old = parts
    let all = Self.sorted(parts + fresh.map(Part.init))
    let newest = newestRuns(of: all, keeping: mostRuns)
    forgetAlarms { !newest.contains($0.run) }
    let places = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
    parts = all.filter { newest.contains($0.run) }
    reorder(parts.map { places[$0] })
    let columns = Dictionary(uniqueKeysWithValues: zip(parts, parts.indices))
    var byName = Dictionary(uniqueKeysWithValues: actions.map { ($0.action, $0) })
    for run in fresh {
      guard let column = columns[Part(run)] else { continue }
      for (name, counts) in run.actions {
        byName[name, default: BaselineAction(action: name)].learn(
          counts,
          column: column,
          of: parts.count,
          Sighting(day: run.day, commit: run.commit)
        )
      }
    }
    actions = byName.values.sorted { $0.action < $1.action }
    return runs.parts.count - fresh.count
  }

  /// The parts, the oldest first; a run whose clock is ahead would be the newest until real time has passed it, and counts
  /// as the oldest.
  private static func sorted(_ parts: [Part]) -> [Part] {
    let latest = Int64.inOneDay
    return parts.map { (age: $0.startMs > latest ? 0 : $0.startMs, name: $0.sortName, part: $0) }
      .sorted { ($0.age, $0.name) < ($1.age, $1.name) }.map(\.part)
  }

  /// The newest runs, and of those with an alarm the newest beside: a long alarm does not push out what was usual.
  private func newestRuns(of parts: [Part], keeping most: Int) -> Set<String> {
    let alarmed = Set(alarms.filter { $0.acceptance == nil }.flatMap(\.runs))
    var kept: [Bool: Set<String>] = [:]
    for part in parts.reversed() {
      let isAlarmed = alarmed.contains(part.run)
      if kept[isAlarmed, default: []].count < (isAlarmed ? min(most, Self.mostAlarmedRuns) : most) {
        kept[isAlarmed, default: []].insert(part.run)
      }
    }
    return kept.values.reduce([]) { $0.union($1) }
  }

  /// Kinds of causes are known for ever, but for those that only came in runs with an alarm.
  private mutating func forgetAlarms(_ isDropped: (Part) -> Bool) {
    let order = order
    for index in actions.indices {
      actions[index].forget(
        parts.indices.filter { column in
          isDropped(parts[column]) && !isReference(parts[column].run, for: actions[index].action, order)
        }
      )
    }
  }

  private func keeping(_ isKept: (Part) -> Bool) -> Baseline {
    var baseline = self
    let kept = parts.indices.filter { isKept(parts[$0]) }
    let dropped = parts.indices.filter { !isKept(parts[$0]) }
    if dropped.isEmpty { return self }
    for action in actions.indices { baseline.actions[action].forget(dropped) }
    baseline.parts = kept.map { parts[$0] }
    baseline.reorder(kept)
    if kept.isEmpty { baseline.actions = [] }
    return baseline
  }

  /// Puts the columns into another order, and drops the actions that have none left.
  private mutating func reorder(_ order: [Int?]) {
    actions = actions.compactMap { action in
      var action = action
      action.tests = action.tests.ordered(order)
      for cause in action.causes.indices { action.causes[cause].tests = action.causes[cause].tests.ordered(order) }
      return action.tests.isEmpty ? nil : action
    }
  }

  private func steps(of part: Part) -> Int {
    guard let column = parts.firstIndex(of: part) else { return 0 }
    return actions.reduce(0) { $0 + $1.tests.values.reduce(0) { $0 + ($1[column]?.steps ?? 0) } }
  }

  /// The counts of each part.
  var tallies: [RunTally] {
    var counts: [[String: [String: TestCounts]]] = Array(repeating: [:], count: parts.count)
    for action in actions {
      for (test, columns) in action.tests {
        for (column, tally) in columns.values { counts[column][action.action, default: [:]][test] = TestCounts(tally) }
      }
      for cause in action.causes {
        let kind = CauseKind(text: cause.kind)
        for (test, columns) in cause.tests {
          for (column, failures) in columns.values { counts[column][action.action]?[test]?.kinds[kind] = failures }
        }
      }
    }
    return zip(parts, counts).map { RunTally(run: $0.run, machine: $0.machine, actions: $1) }
  }
}

extension Dictionary where Key == String {
  /// The columns in another order, without the tests that have none left.
  fileprivate func ordered<Content>(_ order: [Int?]) -> Self where Value == Columns<Content> {
    compactMapValues { columns in
      let columns = columns.ordered(order)
      return columns.isEmpty ? nil : columns
    }
  }
}

extension Baseline.Part {
  init(_ run: RunCounts) {
    self.init(
      run: run.id,
      shard: run.part.shard,
      os: run.part.machine.os,
      arch: run.part.machine.arch,
      processes: run.processes,
      startMs: run.startMs,
      commit: run.commit
    )
  }

  /// True if both have rows of one process.
  fileprivate func isSame(as other: Self) -> Bool {
    (run, shard, os, arch) == (other.run, other.shard, other.os, other.arch) && processes.overlaps(other.processes)
  }

  fileprivate var sortName: String { "\([run, os, arch, shard, commit]) \(processes.hashes.sorted())" }
}

extension BaselineAction {
  fileprivate mutating func learn(
    _ counts: ActionCounts,
    column: Int,
    of columns: Int,
    _ sighting: Baseline.Sighting
  ) {
    var byKind = Dictionary(uniqueKeysWithValues: causes.map { ($0.kind, $0) })
    for cause in counts.causes.values {
      let new = KnownCause(
        kind: cause.kind.text,
        steps: cause.steps,
        attempts: cause.attempts,
        first: sighting,
        last: sighting,
        example: String(cause.example.prefix(Baseline.longestExample)),
        tests: [:]
      )
      byKind[new.kind] = byKind[new.kind].map { $0.with(new) } ?? new
    }
    for (test, inTest) in counts.tests {
      if inTest.tally.steps > 0 { tests[test, default: Columns(columns)][column] = inTest.tally }
      for (kind, failures) in inTest.kinds {
        byKind[kind.text]?.tests[test, default: Columns(columns)][column] = failures
      }
    }
    // The kinds of the newest runs stay, so that none is new for ever.
    causes = byKind.values.sorted { ($1.last.day, $1.steps, $0.kind) < ($0.last.day, $0.steps, $1.kind) }
      .prefix(Baseline.mostCauses).sorted { ($1.steps, $0.kind) < ($0.steps, $1.kind) }
  }

  /// Takes the counts of some columns away.
  fileprivate mutating func forget(_ columns: [Int]) {
    causes = causes.compactMap { cause in
      var cause = cause
      cause.steps -= cause.steps(in: columns)
      return cause.steps > 0 ? cause : nil
    }
  }
}

extension KnownCause {
  /// The steps in which it came in some parts of runs.
  func steps(in columns: [Int]) -> Int {
    tests.values.reduce(0) { sum, test in columns.reduce(sum) { $0 + (test[$1] ?? 0) } }
  }

  fileprivate func with(_ other: Self) -> Self {
    var sum = self
    sum.steps += other.steps
    sum.attempts += other.attempts
    // On the same day the texts decide, so that the order of the runs does not.
    if (other.first.day, other.first.commit, other.example) < (first.day, first.commit, example) {
      (sum.first, sum.example) = (other.first, other.example)
    }
    if (other.last.day, other.last.commit) > (last.day, last.commit) { sum.last = other.last }
    return sum
  }
}
