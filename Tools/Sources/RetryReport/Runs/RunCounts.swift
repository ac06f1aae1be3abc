/// The counts of each action in one run of the tests, or in a part of it.
public struct RunCounts: Equatable, Sendable {
  package var part: RunPart
  package var actions: [String: ActionCounts] = [:]
  /// The branches that its rows name.
  fileprivate(set) var branches: Set<String> = []
  /// The start of its last step, in milliseconds of Unix time; 0 if it is unknown.
  fileprivate var lastStartMs: Int64 = 0

  package init(_ part: RunPart) {
    self.part = part
  }

  /// Counts that do not come from rows.
  package init(id: String, os: String = "", process: String = "", startMs: Int64, actions: [String: ActionCounts]) {
    part = RunPart(run: id, shard: "", os: os, arch: "", startMs: startMs)
    part.processes.insert(process[...])
    self.actions = actions
  }

  /// The sum of several runs, the oldest first.
  package init(_ runs: [RunCounts]) {
    self.init(id: "", startMs: 0, actions: [:])
    for run in runs {
      if part.commit.isEmpty { part.commit = run.part.commit }
      for (name, counts) in run.actions { actions[name, default: ActionCounts()].add(counts) }
    }
  }

  package var id: String { part.run }

  /// The counts as if all steps were of one action without a name.
  package var together: RunCounts {
    let all = actions.sorted { $0.key < $1.key }.reduce(into: ActionCounts()) { all, action in
      var counts = action.value.withoutName(action.key)
      let tests = counts.tests
      counts.tests = [:]
      for (test, inTest) in tests { counts.tests["\(action.key)\0\(test)"] = inTest }
      all.add(counts)
    }
    var counts = self
    counts.actions = ["": all]
    return counts
  }

  package var steps: Int { actions.values.reduce(0) { $0 + $1.failures.total } }

  /// The counts of an action, by the name of the test.
  package func tests(of action: String) -> [String: TestCounts] { actions[action]?.tests ?? [:] }

  /// Counts a finished step, or one in which the process died, by the row of its first attempt.
  mutating func add(_ row: Row, of step: OpenStep) {
    if row.startMs.isDated { part.startMs = part.startMs == 0 ? row.startMs : min(part.startMs, row.startMs) }
    lastStartMs = max(lastStartMs, row.startMs)
    part.processes.insert(row.process)
    if part.commit.isEmpty { part.commit = row.commit }
    if !row.branch.isEmpty {
      branches.insert(row.branch)
      part.branch = part.branch ?? row.branch
    }
    if row.isRehearsed || row.outcome.isNeutral { return }
    actions[row.action, default: ActionCounts()].countCauses(of: step, in: row.test)
    if row.outcome == .recovered || (row.wasRetried && !row.isOutermost) { actions[row.action]?.retried += 1 }
    if row.outcome.isFailure { actions[row.action]?.failed += 1 }
    actions[row.action]?.countStep(in: row.test, hasFailedFirst: row.hasFailedFirst)
  }
}

extension [RunCounts] {
  /// The ids of runs that took longer than one run can: several runs may have the same id.
  public var idsOfSeveralRuns: [String] {
    let long = filter { $0.part.startMs > 0 && $0.lastStartMs - $0.part.startMs > RunPart.longestMs }
    return Set(long.map(\.id)).sorted()
  }

  public var ids: Set<String> { Set(map(\.id)) }

  /// The branches that the rows name, in the order of the alphabet.
  public var branches: [String] { Set(flatMap(\.branches)).sorted() }

  /// Merges the attempts of one run of a CI service into one run.
  ///
  /// - Parameter attempts: The ids of the attempts; the run keeps the first one.
  public mutating func join(_ attempts: [String]) {
    for index in indices where attempts.contains(self[index].id) { self[index].part.run = attempts[0] }
  }

  /// The parts of a run on one machine merged, because a slow machine slows all of them.
  package var joined: [RunCounts] {
    var places: [RunPart.Place: Int] = [:]
    return reduce(into: []) { runs, part in
      if let index = places[part.part.place] {
        for (action, counts) in part.actions { runs[index].actions[action, default: ActionCounts()].add(counts) }
      } else {
        places[part.part.place] = runs.count
        runs.append(part)
      }
    }
  }
}
