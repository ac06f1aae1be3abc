/// The counts of each action in one run of the tests, or in a part of it.
package struct RunCounts: Sendable {
  let part: RunPart
  /// The start of its first step, in milliseconds of Unix time; 0 if no clock says.
  private(set) var startMs: Int64 = 0
  private(set) var commit = ""
  private(set) var processes = ProcessSet()
  private(set) var actions: [String: ActionCounts] = [:]

  init(_ part: RunPart) {
    self.part = part
  }

  /// Counts that come from elsewhere than rows.
  package init(id: String, startMs: Int64, actions: [String: ActionCounts]) {
    self.init(RunPart(run: id, shard: "", machine: Machine(os: "", arch: "")))
    self.startMs = startMs
    self.actions = actions
  }

  /// The sum of several runs.
  ///
  /// - Parameter runs: The oldest first.
  package init(_ runs: [RunCounts], id: String = "") {
    self.init(id: id, startMs: 0, actions: [:])
    for run in runs {
      notice(start: run.startMs)
      if commit.isEmpty { commit = run.commit }
      for (name, counts) in run.actions { actions[name, default: ActionCounts()].add(counts) }
    }
  }

  var id: String { part.run }
  var steps: Int { actions.values.reduce(0) { $0 + $1.steps } }

  /// The day on which it began, in UTC; empty if no clock says.
  var day: String { startMs == 0 ? "" : startMs.asDay }

  /// Counts a row of a step that is over, or of an attempt that failed.
  mutating func add(_ row: Row, of step: inout OpenStep, _ kinds: inout CauseKinds) {
    notice(start: row.startMs)
    if commit.isEmpty { commit = row.commit }
    if row.isRehearsed { return }
    if row.isAttempt {
      let kind = kinds.kind(of: row)
      if step.firstKind == nil { step.firstKind = kind }
      step.causes[kind, default: CauseCounts(kind: kind, example: row.errorMessage)].count(row)
      if step.isOver { actions[row.action, default: ActionCounts()].add(step.causes) }
    } else if !row.isSkipped {
      // An error that is not retryable ends the step without a failed attempt.
      if step.causes.isEmpty, !row.cause.isEmpty {
        let kind = kinds.kind(of: row)
        step.firstKind = kind
        step.causes[kind, default: CauseCounts(kind: kind, example: row.errorMessage)].count(row)
      }
      actions[row.action, default: ActionCounts()].add(step.causes)
      actions[row.action]?.count(row)
    }
  }

  /// Marks a failure as part of an episode.
  mutating func add(_ failure: Episodes.Continuation) {
    actions[failure.action]?.add(failure)
  }

  mutating func insert(_ process: Substring) { processes.insert(process) }

  /// Counts a step whose process died in it.
  mutating func addDied(_ step: OpenStep.Start, _ causes: [CauseKind: CauseCounts]) {
    actions[step.action.action, default: ActionCounts()].add(causes)
    actions[step.action.action]?.countDied(in: step.test)
  }

  private mutating func notice(start: Int64) {
    if start.isDated { startMs = startMs == 0 ? start : min(startMs, start) }
  }
}

/// The counts of an action in one run.
package struct ActionCounts: Sendable {
  /// Steps that are over, but for those that were skipped.
  private(set) var steps = 0
  /// Steps whose first attempt failed.
  private(set) var firstFailures = 0
  private(set) var recovered = 0
  /// Steps that did not succeed.
  private(set) var failed = 0
  private(set) var causes: [CauseKind: CauseCounts] = [:]
  /// The counts of each test, by its name.
  private(set) var tests: [String: TestCounts] = [:]

  fileprivate init() {}

  /// - Parameter causes: The number of steps for each kind of cause.
  package init(steps: Int, firstFailures: Int, causes: [CauseKind: Int]) {
    self.steps = steps
    self.firstFailures = firstFailures
    recovered = firstFailures
    for (kind, count) in causes where count > 0 {
      self.causes[kind] = CauseCounts(kind: kind, steps: count, attempts: count, example: kind.text)
    }
  }

  /// The share of first attempts that failed.
  var rate: Rate { Rate(count: firstFailures, total: steps) }

  fileprivate mutating func count(_ row: Row) {
    let hasFailed = row.ending != .passed && row.ending != .recovered
    if row.ending == .recovered { recovered += 1 }
    count(in: row.test, firstFailed: !row.cause.isEmpty, failed: hasFailed)
  }

  fileprivate mutating func countDied(in test: String) {
    count(in: test, firstFailed: true, failed: true)
  }

  fileprivate mutating func add(_ failure: Episodes.Continuation) {
    tests[failure.test]?.continued += 1
    causes[failure.kind]?.continued += 1
  }

  private mutating func count(in test: String, firstFailed: Bool, failed hasFailed: Bool) {
    let one = TestCounts(steps: 1, firstFailures: firstFailed ? 1 : 0, failed: hasFailed ? 1 : 0)
    steps += one.steps
    firstFailures += one.firstFailures
    failed += one.failed
    tests[test, default: TestCounts()].add(one)
  }

  fileprivate mutating func add(_ other: ActionCounts) {
    steps += other.steps
    firstFailures += other.firstFailures
    recovered += other.recovered
    failed += other.failed
    add(other.causes)
    for (test, counts) in other.tests { tests[test, default: TestCounts()].add(counts) }
  }

  fileprivate mutating func add(_ more: [CauseKind: CauseCounts]) {
    for (kind, cause) in more {
      if causes[kind] == nil { causes[kind] = cause } else { causes[kind]?.add(cause) }
    }
  }
}

/// The counts of an action in one test.
struct TestCounts: Equatable, Sendable {
  var steps = 0
  var firstFailures = 0
  var failed = 0
  /// First failures of an episode that are counted with its first.
  var continued = 0

  /// The share of first attempts that failed.
  var rate: Rate { Rate(count: firstFailures, total: steps) }

  mutating func add(_ other: TestCounts) {
    steps += other.steps
    firstFailures += other.firstFailures
    failed += other.failed
    continued += other.continued
  }
}
