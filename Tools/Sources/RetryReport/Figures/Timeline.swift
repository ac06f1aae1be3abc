/// A step, a wait or a whole test, with its attempts.
struct Timeline: Equatable, Sendable {
  struct Attempt: Equatable, Sendable {
    let number: Int
    /// In milliseconds of Unix time.
    let startMs: Int64
    let durationMs: Int64
    /// The time at its end spent waiting for the condition, in milliseconds.
    let waitMs: Int64
    let message: String
    let attachments: [Attachment]

    fileprivate init(_ row: Row) {
      (number, message, attachments) = (row.attempt, row.message, row.attachments)
      (startMs, durationMs) = (row.startMs, row.durationMs)
      waitMs = row.subject == .wait ? row.durationMs : row.waitMs
    }

    var endMs: Int64 { startMs &+ durationMs }
  }

  let id: String
  /// The position among the steps of its test.
  var number = 0
  /// The id of the enclosing step, or empty.
  let parentID: String
  let key: ActionKey
  let place: Place
  /// `nil` if the process died in it.
  private(set) var outcome: Outcome?
  let recoveredBy: Recovery?
  /// In milliseconds of Unix time.
  let startMs: Int64
  private(set) var durationMs: Int64
  private(set) var taxMs: Int64
  let waitMs: Int64
  /// The number of times that reset steps ran.
  let resets: Int
  /// The failed attempts.
  let attempts: [Attempt]
  /// The number of attempts that were started.
  private(set) var attemptCount: Int
  /// The files of the attempt that made the step recover.
  let evidence: [Attachment]
  let reason: String
  /// Whether an attempt failed, or an error ended the step.
  private(set) var hasFailed: Bool

  /// Whether it was skipped or cancelled.
  let isSkipped: Bool

  var isWait: Bool { key.unit == .wait }

  var endMs: Int64 { startMs &+ durationMs }

  /// A finished step or wait.
  init(_ row: Row, attempts: [Row]) {
    id = row.stepID
    parentID = row.parentStepID
    key = ActionKey(row)
    place = row.place
    outcome = row.ending
    recoveredBy = row.recoveredBy
    startMs = row.startMs
    durationMs = row.durationMs
    taxMs = row.subject == .wait ? 0 : row.taxMs
    waitMs = row.subject == .wait ? row.durationMs : row.waitMs
    resets = row.resets
    self.attempts = attempts.map { Attempt($0) }
    attemptCount = row.attempt
    evidence = row.ending == .recovered ? row.attachments : []
    reason = row.reason
    isSkipped = row.isSkipped
    hasFailed = !row.cause.isEmpty
  }

  /// A step in which the process died.
  init(diedAfter first: Row, attempts: [Row]) {
    self.init(first, attempts: attempts)
    // A clock may be set back between two attempts.
    let lostMs = attempts.last.map { max(0, $0.startMs + $0.durationMs - first.startMs) } ?? 0
    outcome = nil
    durationMs = lostMs
    taxMs = lostMs
    attemptCount = attempts.count
    hasFailed = true
  }
}
