/// The counts of each action in one run of the tests, or in a part of it.
package struct RunCounts: Sendable {
  private(set) var part: RunPart
  /// The start of its first step, in milliseconds of Unix time; 0 if it is unknown.
  private(set) var startMs: Int64 = 0
  private(set) var commit = ""
  private(set) var processes = ProcessSet()
  private(set) var actions: [String: ActionCounts] = [:]

  init(_ part: RunPart) {
    self.part = part
  }

  /// Counts that do not come from rows.
  package init(id: String, os: String = "", process: String = "", startMs: Int64, actions: [String: ActionCounts]) {
    self.init(RunPart(run: id, shard: "", machine: Machine(os: os, arch: "")))
    self.startMs = startMs
    self.actions = actions
    processes.insert(process[...])
  }

  /// The sum of several runs, the oldest first.
  init(_ runs: [RunCounts]) {
    self.init(id: "", startMs: 0, actions: [:])
    for run in runs {
      notice(start: run.startMs)
      if commit.isEmpty { commit = run.commit }
      for (name, counts) in run.actions { actions[name, default: ActionCounts()].add(counts) }
    }
  }

  var id: String { part.run }

  /// The counts as if all steps were of one action without a name.
  var together: RunCounts {
    var counts = self
    counts.actions = ["": actions.values.reduce(into: ActionCounts()) { $0.add($1) }]
    return counts
  }

  func named(_ run: String) -> RunCounts {
    var counts = self
    counts.part = RunPart(run: run, shard: part.shard, machine: part.machine)
    return counts
  }

  var steps: Int { actions.values.reduce(0) { $0 + $1.all.steps } }

  /// Counts the row of a finished step or of a failed attempt.
  mutating func add(_ row: Row, of step: inout OpenStep, _ kinds: inout CauseKinds) {
    notice(start: row.startMs)
    processes.insert(row.process)
    if commit.isEmpty { commit = row.commit }
    if row.isRehearsed { return }
    // An error that is not retryable ends the step without a failed attempt.
    if row.kind == .attempt || (step.causes.isEmpty && !row.cause.isEmpty && !row.isSkipped) {
      let kind = kinds.kind(of: row)
      step.causes[kind, default: CauseCounts(kind: kind, example: row.errorMessage)].count(row)
    }
    if row.kind == .attempt {
      if step.isFinished { actions[row.action, default: ActionCounts()].add(step.causes, in: row.test) }
    } else if !row.isSkipped {
      actions[row.action, default: ActionCounts()].add(step.causes, in: row.test)
      if row.ending == .recovered || (row.wasRetried && !row.isOutermost) { actions[row.action]?.retried += 1 }
      // A nested step fails no test by itself.
      let failedForGood = row.isOutermost && row.ending != .passed && row.ending != .recovered
      actions[row.action]?.countStep(in: row.test, hasFailedFirst: !row.cause.isEmpty, failedForGood: failedForGood)
    }
  }

  /// Counts a step in which the process died, by its first failed attempt.
  mutating func addDied(_ row: Row, _ causes: [CauseKind: CauseCounts]) {
    actions[row.action, default: ActionCounts()].add(causes, in: row.test)
    actions[row.action]?.countStep(in: row.test, hasFailedFirst: true, failedForGood: row.isOutermost)
  }

  private mutating func notice(start: Int64) {
    if start.isDated { startMs = startMs == 0 ? start : min(startMs, start) }
  }
}
