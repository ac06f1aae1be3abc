/// The kind of a row.
enum RowKind: String, Sendable {
  case attempt, step, wait
  /// The begin of a step or a wait, and the end of the process.
  case begin, end
}

/// The subject of a row: a step, a whole test, or a wait.
enum RowUnit: String, Sendable {
  case step, test, wait
}

/// How a step or a test ended, as the records name it.
enum Outcome: String, Sendable {
  case passed, recovered, exhausted, timedOut, aborted
}

/// What made a step recover.
enum Recovery: String, Sendable, CaseIterable {
  case waiting, retrying, resetting
}
