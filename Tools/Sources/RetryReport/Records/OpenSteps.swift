/// A step whose own row is still to come.
struct OpenStep {
  /// The action, test and run of a step, from the attempt that failed first.
  struct Start {
    let action: ActionKey
    let test: String
    let part: RunPart
    /// True if it only counted as failed.
    let isRehearsed: Bool
    let isOutermost: Bool
  }

  /// The attempt that failed first; nil if only steps inside are known.
  private(set) var start: Start?
  /// The attempts that failed, ``OpenSteps/mostAttempts`` at most; none if too many steps are open.
  fileprivate(set) var attempts: [Row] = []
  /// The number of attempts that failed.
  fileprivate var failed = 0
  /// The causes that a collector counts for it if it counts: a skip, or a rehearsal, comes out at the end.
  var causes: [CauseKind: CauseCounts] = [:]
  /// The time that steps inside have lost; in a closed step, the time to count for it.
  fileprivate(set) var lost: [LostTime] = []
  fileprivate var hasRoom = true
  /// The row of its begin; nil if it has none, or if the process went on without it.
  fileprivate var begin: Row?
  /// True if its own row has come before.
  fileprivate(set) var isOver = false

  fileprivate mutating func add<Collector: RowCollector>(attempt row: Row, to collector: inout Collector) {
    if start == nil {
      start = Start(
        action: ActionKey(row),
        test: row.test,
        part: RunPart(row),
        isRehearsed: row.isRehearsed,
        isOutermost: row.isOutermost
      )
    }
    failed += 1
    if Collector.needsAttempts, hasRoom, attempts.count < OpenSteps.mostAttempts { attempts.append(row) }
    collector.add(row, of: &self)
  }

  /// The time that the step and those inside it lost.
  fileprivate func lost(closedBy row: Row) -> [LostTime] {
    if row.isRehearsed { return [] }
    let own = row.taxMs > 0 ? [LostTime(startMs: row.startMs, ms: row.taxMs)] : []
    if row.ending != .recovered, row.taxMs > 0 { return own }
    let successStart = row.curedBy == .waiting ? attempts.last?.startMs ?? row.startMs : row.startMs + row.taxMs
    return own + lost.filter { $0.startMs >= successStart }
  }

  /// The step with the time that it had lost when its process died.
  fileprivate var closedByDeath: OpenStep {
    guard let first = attempts.first else { return self }
    var step = self
    step.lost = [LostTime(startMs: first.startMs, ms: attempts.map(\.durationMs).sum)]
    return step
  }
}

/// Time that the retries of a step took, counted once: time that is lost inside a failed attempt is lost by the step
/// around it.
struct LostTime: Sendable {
  let startMs: Int64
  let ms: Int64
}

/// The open steps of one process; a step's own row closes it.
struct OpenSteps {
  /// The number of open steps whose attempts are kept.
  static let most = 10_000
  /// The number of attempts of a step that are kept.
  static let mostAttempts = 50

  /// The number of closed steps that are known to lack attempts.
  private static let mostClosed = 1_000_000

  private var open: [String: OpenStep] = [:]
  /// Steps whose own row came before those of their attempts.
  private var closed: Set<Int> = []

  mutating func add(_ row: Row, to collector: inout some RowCollector) {
    let new = OpenStep(hasRoom: open.count < Self.most)
    switch row.sort {
    case .begin:
      open[row.stepID, default: new].begin = row
      return
    case .end:
      open[row.stepID]?.begin = nil
      return
    default: break
    }
    guard row.isOfStep else {
      open[row.stepID] = nil
      return collector.add(single: row)
    }
    guard row.isAttempt else { return close(row, &collector) }
    if !closed.isEmpty, closed.contains(row.stepID.hashValue) {
      var step = OpenStep(hasRoom: false, isOver: true)
      return step.add(attempt: row, to: &collector)
    }
    open[row.stepID, default: new].add(attempt: row, to: &collector)
  }

  private mutating func close<Collector: RowCollector>(_ row: Row, _ collector: inout Collector) {
    var step = open.removeValue(forKey: row.stepID) ?? OpenStep()
    if step.failed < row.failedAttempts, closed.count < Self.mostClosed { closed.insert(row.stepID.hashValue) }
    if Collector.needsAttempts { step.lost = step.lost(closedBy: row) }
    if !row.isOutermost, !step.lost.isEmpty {
      open[row.parentStepID, default: OpenStep()].lost += step.lost
      step.lost = []
    }
    collector.add(row, of: &step)
  }

  /// The processes have no more rows; they died in the steps that have begun.
  mutating func endOfInput(of collector: inout some RowCollector) -> [DeadProcess] {
    let names = open.keys.sorted()
    let begun = Dictionary(grouping: open.values.compactMap(\.begin), by: \.process)
    let dead = begun.sorted { $0.key < $1.key }.map { DeadProcess(in: $0.value) }
    for name in names {
      guard var row = open[name]?.begin, row.isOfStep else { continue }
      row.errorMessage = "The attempt had not ended when the process did."
      open[name]?.add(attempt: row, to: &collector)
    }
    let steps = names.compactMap { name -> OpenStep? in
      var step = open[name]?.closedByDeath
      let parent = step?.attempts.first?.parentStepID
      // The step around it has lost the same time.
      if parent.flatMap({ open[$0]?.start }) != nil { step?.lost = [] }
      return step
    }
    collector.endOfInput(steps)
    return dead
  }
}
