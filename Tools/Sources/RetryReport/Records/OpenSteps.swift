/// A step whose own row has not arrived yet.
struct OpenStep {
  /// The failed attempts, at most ``OpenSteps/mostAttempts``; empty if only nested steps are known.
  fileprivate(set) var attempts: [Row] = []
  /// The number of failed attempts.
  fileprivate var failed = 0
  /// The kinds of its causes, each with the row that had it first.
  fileprivate(set) var causes: [CauseKind: Row] = [:]
  /// The time that nested steps have lost; in a finished step, the time to count for it.
  fileprivate(set) var lost: [LostTime] = []
  /// The number of steps that were opened before it.
  fileprivate var number = 0
  /// The row of its begin, if there is one.
  fileprivate var begin: Row?
  /// The last failed attempt.
  fileprivate(set) var lastAttempt: Row?
  /// Whether one of its rows was left out, which may be its end.
  fileprivate var isPartlyLeftOut = false

  fileprivate mutating func add(attempt row: Row, _ kinds: inout CauseKinds) {
    failed += 1
    lastAttempt = row
    if attempts.count < OpenSteps.mostAttempts { attempts.append(row) }
    noteCause(of: row, &kinds)
  }

  /// Notes a cause, unless the failure was forced.
  fileprivate mutating func noteCause(of row: Row, _ kinds: inout CauseKinds) {
    if row.isForced { return }
    let kind = kinds.kind(of: row)
    if causes[kind] == nil { causes[kind] = row }
  }

  /// The time that the step and its nested steps have lost.
  fileprivate func lost(closedBy row: Row) -> [LostTime] {
    if row.isRehearsed { return [] }
    let own = row.taxMs > 0 ? [LostTime(key: row.key, startMs: row.startMs, ms: row.taxMs)] : []
    if row.outcome != .recovered, row.taxMs > 0 { return own }
    let successStart = row.recoveredBy == .waiting ? lastAttempt?.startMs ?? row.startMs : row.startMs + row.taxMs
    return own + lost.filter { $0.startMs >= successStart }
  }

  /// The number of attempts that can have failed, according to the row of the step.
  fileprivate func mostFailures(in row: Row) -> Int {
    switch row.outcome {
    case .passed: 0
    // After the last attempt that is allowed, the condition is not checked again.
    case .recovered where row.recoveredBy == .waiting:
      row.maxAttempts == 0 ? row.attempt : min(row.attempt, row.maxAttempts - 1)
    case .recovered: row.attempt - 1
    default: row.attempt
    }
  }

  /// The number of the attempt in which a process died; `nil` if the last one that is allowed had failed.
  fileprivate var fatalAttempt: Int? {
    lastAttempt.map { $0.maxAttempts > 0 && failed >= $0.maxAttempts } == true ? nil : failed + 1
  }
}

/// Time lost to retries, counted once: what is lost within a failed attempt is lost by the enclosing step.
struct LostTime: Sendable {
  let key: ActionKey
  let startMs: Int64
  let ms: Int64
}

/// The open steps of all processes; a step's own row closes it.
struct OpenSteps {
  /// The maximum number of open steps; beyond it, the older half is dropped, because most of them will never end.
  static let most = 10_000
  static let mostAttempts = 50

  private var open: [String: OpenStep] = [:]
  private var lives: [Substring: ProcessLife] = [:]
  /// The processes whose last row was left out.
  private var incomplete: Set<Substring> = []
  private var kinds = CauseKinds()
  private var opened = 0
  private var dropped = 0

  /// A sentence about what the figures lack; `nil` if no step was dropped.
  var gap: String? {
    dropped == 0
      ? nil
      : "More than \(Self.most) steps were open at the same time, and the first \(dropped) are not counted if they did not end"
  }

  /// - Parameter finish: Receives each step, test or wait, whether it finished or not, with its failed attempts.
  mutating func add(_ row: Row, _ finish: (Row, OpenStep) -> Void) {
    opened += 1
    // Its process went on after the row that was left out, which therefore was not its end.
    let process = row.process
    if !incomplete.isEmpty { incomplete.remove(process) }
    let new = OpenStep(number: opened)
    if row.kind == .begin, lives[process] == nil { lives[process] = ProcessLife() }
    lives[process]?.add(row)
    switch row.kind {
    case .begin: open[row.stepID, default: new].begin = row
    case .end: break
    case .wait:
      open[row.stepID] = nil
      var wait = new
      // A failed wait is its only attempt.
      if !row.cause.isEmpty { wait.add(attempt: row, &kinds) }
      finish(row, wait)
    case _ where !row.isOfStep: break
    case .attempt: open[row.stepID, default: new].add(attempt: row, &kinds)
    default: close(row, finish)
    }
    guard open.count > Self.most else { return }
    let numbers = open.values.map(\.number).sorted()
    dropped += numbers.count / 2
    open = open.filter { $0.value.number >= numbers[numbers.count / 2] }
  }

  /// A sentence if the row of a step says that it succeeded in an attempt that failed, or that it had fewer than failed.
  func contradiction(to row: Row) -> String? {
    guard row.kind == .step, let step = open[row.stepID], step.failed > step.mostFailures(in: row) else { return nil }
    let failures = step.failed == 1 ? "an attempt" : "\(step.failed) attempts"
    return "\(row.stepInTest) \(row.outcome.word) after \(row.attempt.counted("attempt")), although \(failures) failed"
  }

  /// Leaves out a row, which may be the end of its step, or of its process.
  mutating func leaveOut(_ row: Row) {
    open[row.stepID]?.isPartlyLeftOut = true
    incomplete.insert(row.process)
  }

  private mutating func close(_ row: Row, _ finish: (Row, OpenStep) -> Void) {
    var step = open.removeValue(forKey: row.stepID) ?? OpenStep()
    step.lost = step.lost(closedBy: row)
    if !row.isOutermost, !step.lost.isEmpty {
      open[row.parentStepID, default: OpenStep(number: opened)].lost += step.lost
      step.lost = []
    }
    // Its failed attempts may be missing.
    if step.attempts.isEmpty, !row.cause.isEmpty, !row.outcome.isNeutral { step.noteCause(of: row, &kinds) }
    finish(row, step)
  }

  /// Whether a process recorded a begin and not its end.
  func hasNoEnd(of process: Substring) -> Bool { lives[process].map { $0.end == nil } ?? false }

  /// Ends the input: each step that is still open did not finish.
  ///
  /// - Parameter isWhole: Whether no row is missing that its process wrote after a row.
  /// - Returns: The processes that died, and the steps that neither failed nor finished.
  mutating func endOfInput(_ finish: (Row, OpenStep) -> Void, isWhole: (Row) -> Bool = { _ in true }) -> (
    dead: [DeadProcess], unfinished: [Row]
  ) {
    var dead: [DeadProcess] = []
    let incomplete = incomplete
    func isKnown(_ row: Row) -> Bool { isWhole(row) && !incomplete.contains(row.process) }
    let begun = Dictionary(grouping: open.values.filter { !$0.isPartlyLeftOut }.compactMap(\.begin), by: \.process)
    for (process, life) in lives.sorted(by: { $0.key < $1.key }) {
      let fatal = life.fatal(of: (begun[process] ?? []).sorted { $0.stepID < $1.stepID }).filter(isKnown)
      if !fatal.isEmpty {
        let attempts = fatal.map { ($0, open[$0.stepID]?.fatalAttempt) }
        dead.append(DeadProcess(life.end == nil ? "died during" : "exited during", attempts))
        for step in fatal { die(in: step, at: life.lastSign) }
      } else if let last = life.stepBeforeDeath, isKnown(last) {
        dead.append(DeadProcess("died after", [(last, nil)]))
      }
    }
    var unfinished: [Row] = []
    // A nested step was opened later, and its time may count for the enclosing one.
    for step in open.values.sorted(by: { $0.number > $1.number }) {
      guard let row = step.unfinishedRow(isKnown: isKnown) else { continue }
      if row.outcome == .unknown, !step.isPartlyLeftOut, isKnown(row) { unfinished.append(row) }
      close(row, finish)
    }
    return (dead, unfinished.reversed())
  }

  /// Adds the attempt that was running when the process ended.
  private mutating func die(in begin: Row, at instant: Int64) {
    guard let step = open[begin.stepID], let number = step.fatalAttempt else { return }
    var attempt = begin
    attempt.kind = .attempt
    attempt.attempt = number
    if let last = step.lastAttempt { attempt.startMs = last.endMs }
    attempt.durationMs = max(0, instant - attempt.startMs)
    attempt.errorMessage = "The process ended during this attempt."
    open[begin.stepID]?.add(attempt: attempt, &kinds)
  }
}

extension OpenStep {
  /// The row that the step lacks because it did not finish; `nil` if it only holds the time of nested steps.
  ///
  /// It failed if an attempt failed. Without one, or if a row that is missing may say something else, nobody knows how it ended.
  fileprivate func unfinishedRow(isKnown: (Row) -> Bool) -> Row? {
    guard var row = attempts.first ?? begin else { return nil }
    let last = lastAttempt ?? row
    row.kind = row.subject == .wait ? .wait : .step
    let isCertain = !isPartlyLeftOut && (fatalAttempt == nil || isKnown(last))
    row.outcome = isCertain && !causes.isEmpty ? .died : .unknown
    row.attempt = failed
    row.waitMs = attempts.reduce(0) { $0 &+ $1.waitMs }
    row.durationMs = max(0, last.endMs &- row.startMs)
    row.taxMs = row.outcome == .died && row.subject != .wait ? row.durationMs : 0
    return row
  }
}
