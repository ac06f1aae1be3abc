/// A step, a wait or a whole test, with its failed attempts.
struct Timeline: Sendable {
  /// Its own row; if it did not finish, the row of its begin or of its first attempt, with the figures of all.
  let row: Row
  let attempts: [Row]
  /// The position among the steps of its test.
  var number = 0

  init(_ row: Row, attempts: [Row]) {
    (self.row, self.attempts) = (row, attempts)
  }

  var outcome: Outcome { row.outcome }

  /// Whether an attempt failed.
  var hasFailed: Bool { row.hasFailedFirst && !(outcome.isNeutral && attempts.allSatisfy(\.isForced)) }

  /// Whether it fails its test if it is an outermost one: whatever ends a step, the issues of its failed attempts are recorded.
  var failsTest: Bool { outcome.isFailure || hasFailed && ![.recovered, .unknown].contains(outcome) }

  var isWait: Bool { row.subject == .wait }

  var taxMs: Int64 { isWait ? 0 : row.taxMs }

  /// The files of the attempt that made the step recover.
  var evidence: [Attachment] { outcome == .recovered ? row.attachments : [] }
}
