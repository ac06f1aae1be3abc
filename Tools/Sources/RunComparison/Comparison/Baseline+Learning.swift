package import RetryReport

extension Baseline {
  /// The maximum number of kinds of causes of an action; those not seen for the longest time are dropped.
  static let mostCauses = 100

  package init(_ runs: [RunCounts] = []) { add(runs) }

  /// Adds the parts of runs that it does not have yet, or of which it has no more steps, and keeps the newest runs.
  ///
  /// - Parameter mostRuns: The maximum number of runs that are kept.
  package mutating func add(_ runs: [RunCounts], keeping mostRuns: Int = usualRuns) {
    var fresh = runs.filter { run in
      let same = parts.filter { $0.part.isSame(as: run.part) }
      // A folder that has grown or changed since it was added replaces its part.
      return run.steps >= same.map(\.steps).reduce(0, +)
    }
    for index in fresh.indices {
      fresh[index].actions = fresh[index].actions.mapValues(\.usual).filter { !$0.value.tests.isEmpty }
    }
    parts.removeAll { part in fresh.contains { part.part.isSame(as: $0.part) } }
    parts = Self.sorted(parts + fresh)
    let newest = newestRuns(keeping: mostRuns)
    parts.removeAll { !newest.contains($0.id) }
    dropOldCauses()
  }

  /// Keeps the kinds of causes of each action that were seen last.
  private mutating func dropOldCauses() {
    var lastSeen: [String: [CauseKind: Int]] = [:]
    for (place, part) in parts.enumerated() {
      for (action, counts) in part.actions {
        for kind in counts.tests.values.flatMap(\.kinds.keys) { lastSeen[action, default: [:]][kind] = place }
      }
    }
    for (action, kinds) in lastSeen where kinds.count > Self.mostCauses {
      let newestFirst = kinds.sorted { ($1.value, $1.key) < ($0.value, $0.key) }.map(\.key)
      let old = Set(newestFirst.dropFirst(Self.mostCauses))
      for place in parts.indices { parts[place].actions[action]?.forget(old) }
    }
  }

  /// A sentence if newer runs have the id of an earlier one, so that they would count as one.
  ///
  /// - Parameter isOfService: Whether an id comes from a CI service, which keeps that of a run whose jobs run again.
  package func usedID(in runs: [RunCounts], isOfService: (String) -> Bool = { _ in false }) -> String? {
    let used = runs.first { run in
      let new = run.part
      let same = parts.map(\.part).filter { $0.run == new.run }
      guard !same.isEmpty, !same.contains(where: new.isSame) else { return false }
      return same.allSatisfy { old in
        if !old.commit.isEmpty, !new.commit.isEmpty, old.commit != new.commit { return true }
        return !isOfService(new.run) && min(old.startMs, new.startMs) > 0
          && abs(old.startMs - new.startMs) > RunPart.longestMs
      }
    }
    return used.map {
      "The baseline has another run with the id \"\($0.id.printable)\": give each run its own AUTO_RETRY_RUN_ID."
    }
  }

  /// The parts, the oldest first.
  ///
  /// A run whose clock is ahead counts as the oldest; otherwise it would be the newest for too long.
  private static func sorted(_ parts: [RunCounts]) -> [RunCounts] {
    let tomorrow = Int64.now + 86_400_000
    return parts.map { (age: $0.part.startMs > tomorrow ? 0 : $0.part.startMs, name: $0.part.sortName, part: $0) }
      .sorted { ($0.age, $0.name) < ($1.age, $1.name) }.map(\.part)
  }

  /// The newest runs, counted apart with and without an alarm, so that a long alarm does not displace the usual runs.
  private func newestRuns(keeping most: Int) -> Set<String> {
    let alarmed = Set(alarms.filter { $0.acceptance == nil }.flatMap(\.runs))
    var kept: [Bool: Set<String>] = [:]
    for part in parts.reversed() {
      let isAlarmed = alarmed.contains(part.id)
      if kept[isAlarmed, default: []].count < (isAlarmed ? min(most, Self.mostAlarmedRuns) : most) {
        kept[isAlarmed, default: []].insert(part.id)
      }
    }
    return kept.values.reduce([]) { $0.union($1) }
  }
}

/// Sentences about what a baseline lacks, and what newer runs lack.
extension Baseline {
  /// A sentence if the baseline is small.
  package var noteOnSize: String? {
    if runs.count >= 5 { return nil }
    return
      "The baseline has only \(runs.count.counted("run")), so little can be found. Use ten to twenty runs of the default branch."
  }

  /// A sentence if runs are of other branches, whose bugs count as usual.
  ///
  /// - Parameters:
  ///   - isOther: Whether the name of a branch is not that of the default branch.
  ///   - tested: The branch of the runs to compare.
  package func note(onBranches isOther: (String) -> Bool, tested: String?) -> String? {
    let others = parts.filter { $0.part.branch.map(isOther) == true }
    let branches = Set(others.compactMap(\.part.branch)).sorted().map(\.printable)
    if let tested, others.count == parts.count, branches == [tested] {
      return "All runs of the baseline are of \(tested.printable), as this one is: correct --default-branch."
    }
    return others.isEmpty
      ? nil
      : "The baseline has \(others.ids.count.counted("run")) of \(branches.listed), whose bugs count as usual. Write a new baseline, of the default branch only."
  }

  /// The minimum number of earlier runs for an action to be expected.
  private static let fewestRuns = 3

  /// A sentence for each gap, such as `This run has 9 steps; the median of the earlier runs is 120`.
  package func gaps(in runs: [RunCounts]) -> [String] {
    let known = runs.ids.intersection(self.runs).sorted()
    if known.count == runs.ids.count {
      return [
        "The baseline already has steps of run \(known.listed). If several jobs test, collect all records and call ci once: "
          + "a later call replaces the steps of an earlier one if it has more."
      ]
    }
    if !known.isEmpty {
      return [
        "The baseline already has \(known.count == 1 ? "run" : "the runs") \(known.listed): not compared, but counted by the summary and the other gates. "
          + "Delete these records."
      ]
    }
    var steps: [String: Int] = [:]
    var runsOfAction: [String: Set<String>] = [:]
    for part in parts where !runs.ids.contains(part.id) {
      steps[part.id, default: 0] += part.steps
      for action in part.actions.keys { runsOfAction[action, default: []].insert(part.id) }
    }
    guard !steps.isEmpty else { return [] }
    let median = steps.values.sorted()[steps.count / 2]
    let own = runs.map(\.steps).reduce(0, +) / max(1, runs.ids.count)
    let actions = Set(runs.flatMap(\.actions.keys))
    let gone = runsOfAction.filter { action, runs in
      runs.count == steps.count && runs.count >= Self.fewestRuns && !actions.contains(action)
    }
    let names = gone.keys.sorted().map(\.printable).joined(separator: ", ")
    return [
      own * 2 < median ? "This run has \(own.counted("step")); the median of the earlier runs is \(median)." : nil,
      gone.isEmpty ? nil : "In each of \(steps.count) earlier runs, but not in this one: \(names).",
    ].compactMap { $0 }
  }
}
