/// A step, a wait or a whole test, with its attempts.
struct Timeline: Equatable, Sendable {
  struct Attempt: Equatable, Sendable {
    let number: Int
    /// In milliseconds of Unix time.
    let startMs: Int64
    let durationMs: Int64
    /// The time at its end in which it waited for its condition, in milliseconds.
    let waitMs: Int64
    let message: String
    let attachments: [Attachment]

    fileprivate init(_ row: Row) {
      (number, startMs, durationMs, waitMs) = (row.attempt, row.startMs, row.durationMs, row.waitMs)
      (message, attachments) = (row.message, row.attachments)
    }

    /// A wait that did not come true; the part of the page with the waits has its files.
    fileprivate init(wait row: Row) {
      (number, startMs, durationMs, waitMs) = (1, row.startMs, row.durationMs, row.durationMs)
      (message, attachments) = (row.message, [])
    }

    var endMs: Int64 { startMs.adding(durationMs) }
  }

  struct Origin: Equatable, Sendable {
    let run: String
    let shard: String
    var startMs: Int64
    let commit: String
    /// The device, or the system where no device is known.
    let system: String

    init(_ row: Row, startMs: Int64) {
      (run, shard, commit, self.startMs) = (row.runID, row.shard, row.commit, startMs)
      system = row.device.isEmpty ? row.systemVersion : row.device
    }
  }

  let id: String
  /// The step around it, or empty.
  let parentID: String
  let key: ActionKey
  let isWait: Bool
  let place: Place
  let outcome: Outcome?
  let cure: Cure?
  /// In milliseconds of Unix time.
  let startMs: Int64
  let durationMs: Int64
  let taxMs: Int64
  let waitMs: Int64
  /// The number of times that reset steps ran.
  let resets: Int
  /// The attempts that failed.
  let attempts: [Attempt]
  /// The number of attempts that were started.
  let attemptCount: Int
  /// The files of the attempt that made the step recover.
  let evidence: [Attachment]
  let reason: String
  /// True if an attempt of a step failed, or an error ended it.
  let hasFailed: Bool

  var endMs: Int64 { startMs.adding(durationMs) }
}

extension Timeline {
  /// A step that is over.
  init(_ row: Row, attempts: [Row]) {
    self.init(
      id: row.stepID,
      parentID: row.parentStepID,
      key: ActionKey(row),
      isWait: false,
      place: row.place,
      outcome: row.ending,
      cure: row.curedBy,
      startMs: row.startMs,
      durationMs: row.durationMs,
      taxMs: row.taxMs,
      waitMs: row.waitMs,
      resets: row.resets,
      attempts: attempts.map { Attempt($0) },
      attemptCount: row.attempt,
      evidence: row.ending == .recovered ? row.attachments : [],
      reason: row.reason,
      hasFailed: !row.cause.isEmpty
    )
  }

  /// A step in which the process died.
  init(diedAfter first: Row, attempts: [Row]) {
    // A clock may be set back between two attempts.
    let lostMs = attempts.last.map { max(0, $0.startMs + $0.durationMs - first.startMs) } ?? 0
    self.init(
      id: first.stepID,
      parentID: first.parentStepID,
      key: ActionKey(first),
      isWait: false,
      place: first.place,
      outcome: nil,
      cure: nil,
      startMs: first.startMs,
      durationMs: lostMs,
      taxMs: lostMs,
      waitMs: 0,
      resets: 0,
      attempts: attempts.map { Attempt($0) },
      attemptCount: attempts.count,
      evidence: [],
      reason: "",
      hasFailed: true
    )
  }

  init(wait row: Row) {
    self.init(
      id: row.stepID,
      parentID: row.parentStepID,
      key: ActionKey(row),
      isWait: true,
      place: row.place,
      outcome: row.ending,
      cure: nil,
      startMs: row.startMs,
      durationMs: row.durationMs,
      taxMs: 0,
      waitMs: row.durationMs,
      resets: 0,
      attempts: row.ending == .passed ? [] : [Attempt(wait: row)],
      attemptCount: 1,
      evidence: [],
      reason: row.reason,
      hasFailed: false
    )
  }
}
