/// A step, a wait or a whole test, with its failed attempts.
struct Timeline: Sendable {
  /// Its own row; if the process died in it, the row of its first attempt, with the figures of all.
  let row: Row
  let attempts: [Row]
  /// The position among the steps of its test.
  var number = 0
  private let hasDied: Bool

  /// A finished step or wait.
  init(_ row: Row, attempts: [Row]) {
    (self.row, self.attempts, hasDied) = (row, attempts, false)
  }

  /// A step in which the process died.
  init(diedAfter first: Row, attempts: [Row]) {
    var row = first
    // A clock may be set back between two attempts.
    row.taxMs = attempts.last.map { max(0, $0.startMs + $0.durationMs - first.startMs) } ?? 0
    (row.durationMs, row.attempt) = (row.taxMs, attempts.count)
    (self.row, self.attempts, hasDied) = (row, attempts, true)
  }

  /// `nil` if the process died in it.
  var outcome: Outcome? { hasDied ? nil : row.outcome }

  /// Whether an attempt failed.
  var hasFailed: Bool { hasDied || !row.cause.isEmpty && !(row.outcome.isNeutral && attempts.isEmpty) }

  var isWait: Bool { row.subject == .wait }

  var taxMs: Int64 { isWait ? 0 : row.taxMs }

  /// The files of the attempt that made the step recover.
  var evidence: [Attachment] { outcome == .recovered ? row.attachments : [] }
}
