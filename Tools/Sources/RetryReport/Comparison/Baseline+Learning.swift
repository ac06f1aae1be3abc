extension Baseline {
  /// The maximum number of kinds of causes of an action; those not seen for the longest time are dropped.
  static let mostCauses = 100
  /// Parts of a run begin within this time, in milliseconds: nightly runs begin later.
  private static let longestRunMs: Int64 = 12 * 3_600_000

  public init(_ runs: TestRuns) { add(runs) }

  /// Adds the parts of runs that it does not have yet, and keeps the newest runs.
  ///
  /// - Parameter mostRuns: The maximum number of runs that are kept.
  /// - Returns: The number of parts that it already had.
  @discardableResult
  public mutating func add(_ runs: TestRuns, keeping mostRuns: Int = usualRuns) -> Int {
    var fresh: [RunPart: RunCounts] = [:]
    var known = 0
    var replaced: Set<RunPart> = []
    for run in runs.parts {
      let same = parts.filter { $0.isSame(as: run.part) }
      // A folder that has grown since it was added replaces its part.
      if !same.isEmpty, run.steps <= same.reduce(0, { $0 + steps(of: $1) }) {
        known += 1
      } else {
        replaced.formUnion(same)
        fresh[run.part] = run
      }
    }
    let places = Dictionary(uniqueKeysWithValues: zip(parts, parts.indices))
    let all = Self.sorted(parts.filter { !replaced.contains($0) } + fresh.keys)
    let newest = newestRuns(of: all, keeping: mostRuns)
    parts = all.filter { newest.contains($0.run) }
    reorder(parts.map { fresh[$0] == nil ? places[$0] : nil })
    var byName = Dictionary(uniqueKeysWithValues: actions.map { ($0.action, $0) })
    for (column, part) in parts.enumerated() {
      for (name, counts) in fresh[part]?.actions ?? [:] {
        byName[name, default: BaselineAction(action: name)].learn(counts, column: column, of: parts.count)
      }
    }
    actions = byName.values.sorted { $0.action < $1.action }
    return known
  }

  /// A sentence if newer runs have the id of an older one, so that they would count as one.
  ///
  /// - Parameter isOfService: Whether an id comes from a CI service, which keeps that of a run whose jobs run again.
  public func usedID(in runs: TestRuns, isOfService: (String) -> Bool = { _ in false }) -> String? {
    let used = runs.parts.first { run in
      let new = run.part
      let same = parts.filter { $0.run == new.run }
      guard !same.isEmpty, !same.contains(where: new.isSame) else { return false }
      return same.allSatisfy { old in
        if !old.commit.isEmpty, !new.commit.isEmpty, old.commit != new.commit { return true }
        return !isOfService(new.run) && min(old.startMs, new.startMs) > 0
          && abs(old.startMs - new.startMs) > Self.longestRunMs
      }
    }
    return used.map {
      "The baseline has another run with the id \"\($0.id.printable)\": give each run its own AUTO_RETRY_RUN_ID."
    }
  }

  /// The parts, the oldest first.
  ///
  /// A run whose clock is ahead counts as the oldest; otherwise it would be the newest for too long.
  private static func sorted(_ parts: [RunPart]) -> [RunPart] {
    let tomorrow = Int64.now + 86_400_000
    return parts.map { (age: $0.startMs > tomorrow ? 0 : $0.startMs, name: $0.sortName, part: $0) }
      .sorted { ($0.age, $0.name) < ($1.age, $1.name) }.map(\.part)
  }

  /// The newest runs, counted apart with and without an alarm, so that a long alarm does not displace the usual runs.
  private func newestRuns(of parts: [RunPart], keeping most: Int) -> Set<String> {
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

  /// Changes the order of the columns, and drops the actions that have none left.
  private mutating func reorder(_ order: [Int?]) {
    actions = actions.compactMap { action in
      var action = action
      action.tests = action.tests.compactMapValues { $0.ordered(order) }
      action.causes = action.causes.mapValues { $0.compactMapValues { $0.ordered(order) } }.filter { !$0.value.isEmpty }
      return action.tests.isEmpty ? nil : action
    }
  }

  private func steps(of part: RunPart) -> Int {
    guard let column = parts.firstIndex(of: part) else { return 0 }
    return actions.reduce(0) { $0 + $1.tests.values.reduce(0) { $0 + ($1.values[column]?.steps ?? 0) } }
  }

  var tallies: [RunTally] {
    var counts: [[String: [String: TestCounts]]] = Array(repeating: [:], count: parts.count)
    for action in actions {
      for (test, columns) in action.tests {
        for (column, tally) in columns.values { counts[column][action.action, default: [:]][test] = TestCounts(tally) }
      }
      for (text, tests) in action.causes {
        let kind = CauseKind(text: text)
        for (test, columns) in tests {
          for (column, failures) in columns.values { counts[column][action.action]?[test]?.kinds[kind] = failures }
        }
      }
    }
    return zip(parts, counts).map { RunTally(run: $0.run, machine: $0.machine, actions: $1) }
  }
}

extension BaselineAction {
  fileprivate mutating func learn(_ counts: ActionCounts, column: Int, of columns: Int) {
    for (test, inTest) in counts.tests {
      if inTest.tally.steps > 0 { tests[test, default: Columns(count: columns)].values[column] = inTest.tally }
      for (kind, failures) in inTest.kinds {
        causes[kind.text, default: [:]][test, default: Columns(count: columns)].values[column] = failures
      }
    }
    guard causes.count > Baseline.mostCauses else { return }
    func age(_ kind: String) -> Int { causes[kind]?.values.compactMap { $0.values.keys.max() }.max() ?? 0 }
    let old = causes.keys.map { (age: age($0), kind: $0) }.sorted { $1 < $0 }.dropFirst(Baseline.mostCauses)
    for cause in old { causes[cause.kind] = nil }
  }
}
