/// A collector of figures, whose size grows with the number of actions, not of rows.
struct FigureCollector {
  private static let mostFlakes = 50

  private var actions: [ActionKey: ActionFigures] = [:]
  /// The steps and whole tests that recovered, by the names in JUnit files.
  private(set) var flakes: [TestName: [Row]] = [:]
  /// The processes of each test, at most one more than flakes are kept.
  private(set) var tests: [TestName: Set<Substring>] = [:]
  private(set) var runs: [String: RunOrigin] = [:]
  /// The versions of the systems, with the architectures.
  private(set) var systems: Set<Machine> = []
  /// The time that retries cost, in milliseconds, counted once: see ``LostTime``.
  private(set) var lostMs: Int64 = 0
  /// The time of outermost steps, in milliseconds.
  private(set) var outermostMs: Int64 = 0
  /// The number of steps with a forced first failure, which are in no other figure.
  private(set) var rehearsed = 0
  /// The starts of the first and the last step, in milliseconds of Unix time; `nil` if none is known.
  private(set) var timeSpan: ClosedRange<Int64>?

  var figures: [ActionFigures] { Array(actions.values) }

  mutating func add(_ row: Row, of step: OpenStep) {
    noteRun(row)
    if row.isRehearsed {
      rehearsed += 1
      return
    }
    // The time of a test is that of its steps, which have rows of their own.
    if row.subject == .step {
      count(step.lost)
      if row.isOutermost { outermostMs &+= row.durationMs }
    }
    update(row.key) { $0.add(row, of: step) }
    guard row.outcome == .recovered else { return }
    if flakes[TestName(row), default: []].count < Self.mostFlakes { flakes[TestName(row), default: []].append(row) }
  }

  private mutating func noteRun(_ row: Row) {
    let test = TestName(row)
    if !test.name.isEmpty, tests[test]?.count ?? 0 <= Self.mostFlakes { tests[test, default: []].insert(row.process) }
    let machine = Machine(os: row.systemVersion, arch: row.architecture)
    if !machine.os.isEmpty { systems.insert(machine) }
    var run = runs[row.runID] ?? RunOrigin(id: row.runID, startMs: 0, commit: row.commit, branch: row.branch)
    defer { runs[row.runID] = run }
    guard row.startMs.isDated else { return }
    if run.startMs == 0 || row.startMs < run.startMs { run.startMs = row.startMs }
    let span = timeSpan ?? row.startMs...row.startMs
    timeSpan = min(span.lowerBound, row.startMs)...max(span.upperBound, row.startMs)
  }

  private mutating func count(_ lost: [LostTime]) {
    for part in lost {
      lostMs &+= part.ms
      update(part.key) { $0.lostMs &+= part.ms }
    }
  }

  private mutating func update(_ key: ActionKey, _ change: (inout ActionFigures) -> Void) {
    change(&actions[key, default: ActionFigures(unit: key.unit, action: key.action)])
  }
}

extension ActionFigures {
  fileprivate mutating func add(_ row: Row, of step: OpenStep) {
    outcomes[row.outcome, default: 0] += 1
    if row.outcome.isFailure, row.isOutermost, unit != .wait { failedForGood += 1 }
    if let recovery = row.recoveredBy { recoveredBy[recovery, default: 0] += 1 }
    taxMs &+= row.taxMs
    durationMs &+= row.durationMs
    waitMs &+= row.waitMs
    let failure = step.attempts.first { !$0.isForced } ?? step.attempts.first ?? row
    let isFirst = firstFailure.map { failure.startMs.asAge < $0.startMs.asAge } ?? true
    let hasFailed = !step.attempts.isEmpty || !row.cause.isEmpty && !row.outcome.isNeutral
    if hasFailed, isFirst { firstFailure = failure }
    // A death is shown before all other failures.
    if row.outcome == .died, died == 1, let last = step.lastAttempt { firstFailure = last }
    if endReasons[row.outcome] == nil, !row.endReason.isEmpty { endReasons[row.outcome] = row.endReason }
    causes.add(step)
    flakiness.add(row)
    history.add(Mood(row.outcome), in: RunOrigin(row))
  }
}

extension Int64 {
  /// The instant as an order in which an unknown one comes last.
  fileprivate var asAge: Int64 { isDated ? self : .max }
}
