/// Turns rows into figures, one at a time; what it keeps grows with the number of actions, not of rows.
struct FigureCollector: RowCollector {
  static let needsAttempts = true

  private var actions: [ActionKey: ActionFigures] = [:]
  private(set) var flakyTests: [FlakyTest.Key: FlakyTest] = [:]
  private(set) var rerunTests: [String: RerunTest] = [:]
  private(set) var runIDs: Set<String> = []
  /// The time that the retries of each action cost, in milliseconds, each of them counted once.
  private(set) var lostMs: [String: Int64] = [:]
  /// The time in steps that are in no other.
  private(set) var outermostMs: Int64 = 0
  private(set) var rehearsed = 0
  /// When the first and the last step began, in milliseconds of Unix time; nil without rows.
  private(set) var timeSpan: ClosedRange<Int64>?

  var figures: [ActionFigures] { Array(actions.values) }

  mutating func add(_ row: Row, of step: inout OpenStep) {
    runIDs.insert(row.runID)
    let span = timeSpan ?? row.startMs...row.startMs
    timeSpan = min(span.lowerBound, row.startMs)...max(span.upperBound, row.startMs)
    if row.isAttempt {
      if !row.isRehearsed { update(ActionKey(row)) { $0.count(attempt: row) } }
    } else {
      close(row, step)
    }
  }

  mutating func endOfInput(_ open: [OpenStep]) {
    for step in open {
      add(step.lost)
      guard let start = step.start, !start.isRehearsed else { continue }
      update(start.action) { figures in
        figures.died += 1
        guard let first = step.attempts.first else { return }
        figures.note(first)
        figures.timelines.add(Timeline(first, ended: false, attempts: step.attempts))
      }
    }
  }

  private mutating func close(_ row: Row, _ step: OpenStep) {
    if row.isRehearsed {
      rehearsed += 1
      return
    }
    // The steps of a test are counted by themselves.
    if row.subject == .step {
      add(step.lost)
      if row.parentStepID.isEmpty { outermostMs = outermostMs.adding(row.durationMs) }
    }
    update(ActionKey(row)) { $0.add(row, step.attempts) }
    if row.ending == .recovered { noteFlake(row) }
    if row.subject == .test, row.attempt > 1 {
      rerunTests[row.action] = RerunTest(row, after: rerunTests[row.action])
    }
  }

  private mutating func add(_ lost: [LostTime]) {
    for time in lost { lostMs[time.action] = (lostMs[time.action] ?? 0).adding(time.ms) }
  }

  private mutating func update(_ key: ActionKey, _ change: (inout ActionFigures) -> Void) {
    change(&actions[key, default: ActionFigures(unit: key.unit, action: key.action)])
  }

  private mutating func noteFlake(_ row: Row) {
    let key = FlakyTest.Key(suite: row.suite, name: row.testName)
    guard flakyTests[key, default: FlakyTest()].flakes.count < FlakyTest.mostFlakes else { return }
    flakyTests[key, default: FlakyTest()].flakes.append(FlakyTest.Flake(row))
  }
}

extension ActionFigures {
  fileprivate mutating func add(_ row: Row, _ attempts: [Row]) {
    switch row.ending {
    case .passed: passed += 1
    case .recovered: recovered += 1
    case .exhausted: exhausted += 1
    case .timedOut: timedOut += 1
    case .aborted: aborted += 1
    }
    if row.isSkipped { skipped += 1 }
    if row.ending == .passed || (row.ending == .recovered && row.curedBy != .waiting) {
      successDurations.add(max(0, row.durationMs - row.taxMs))
    }
    if let cure = row.curedBy {
      cures[cure, default: 0] += 1
      if cure != .waiting { retriesNeeded.add(Int64(row.attempt - 1)) }
      if cure == .waiting, row.attempt == 1 { waitsThatCured.add(row.waitMs) }
    }
    resets = Int(Int64(resets).adding(Int64(row.resets)))
    maxRetries = max(maxRetries, row.maxAttempts - 1)
    taxMs = taxMs.adding(row.taxMs)
    durationMs = durationMs.adding(row.durationMs)
    waitMs = waitMs.adding(row.waitMs)
    runIDs.insert(row.runID)
    if !row.cause.isEmpty {
      note(attempts.first ?? row)
      timelines.add(Timeline(row, ended: true, attempts: attempts))
    }
    if unit == .test { excuse = Excuse(row) }
  }

  fileprivate mutating func count(attempt row: Row) {
    if row.cause == "timeout" { timeouts += 1 }
    if row.cause == "timeout" || row.cause == "error" { errorDurations.add(row.durationMs) }
    if row.errorMessage.contains("but never for ") { flickers += 1 }
  }

  fileprivate mutating func note(_ row: Row) {
    if let first = firstFailure, first.startMs <= row.startMs { return }
    firstFailure = FirstFailure(
      message: row.errorMessage,
      place: row.place,
      commit: row.commit,
      startMs: row.startMs
    )
  }
}

extension Timeline {
  /// - Parameter ended: Whether the row is the step's own, and not that of its first attempt.
  fileprivate init(_ row: Row, ended: Bool, attempts: [Row]) {
    let start = ended ? row.startMs : attempts.first?.startMs ?? row.startMs
    let lastEnd = attempts.last.map { $0.startMs + $0.durationMs } ?? start
    self.init(
      test: row.test,
      origin: Origin(
        run: row.runID,
        shard: row.shard,
        startMs: start,
        commit: row.commit,
        system: row.systemVersion
      ),
      place: row.place,
      outcome: ended ? row.ending : nil,
      cure: row.curedBy,
      durationMs: ended ? row.durationMs : lastEnd - start,
      taxMs: ended ? row.taxMs : lastEnd - start,
      attempts: attempts.map { attempt in
        Attempt(
          number: attempt.attempt,
          offsetMs: max(0, attempt.startMs - start),
          durationMs: attempt.durationMs,
          message: attempt.errorMessage,
          attachments: attempt.attachments
        )
      },
      attemptCount: ended ? row.attempt : attempts.count,
      reason: ended ? row.reason : ""
    )
  }
}

extension Excuse {
  fileprivate init(_ row: Row) {
    self.init(
      reason: row.reason,
      bug: row.bug,
      expires: row.expires,
      place: row.place
    )
  }
}

extension FlakyTest.Flake {
  fileprivate init(_ row: Row) {
    self.init(
      unit: row.subject,
      action: row.action,
      attempts: row.attempt,
      cure: row.curedBy,
      message: row.errorMessage,
      place: row.place
    )
  }
}

extension RerunTest {
  /// - Parameter earlier: The same test in another run; the one with more re-runs counts.
  fileprivate init(_ row: Row, after earlier: RerunTest?) {
    let test = RerunTest(
      name: row.action,
      maxReruns: row.maxAttempts - 1,
      reruns: row.attempt - 1,
      reason: row.reason,
      isFixable: row.fixable == 1
    )
    self = earlier.map { $0.reruns > test.reruns ? $0 : test } ?? test
  }
}
