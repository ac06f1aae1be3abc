/// The kind of a row.
enum RowKind: String, Sendable {
  case attempt, step, wait
  /// A step or a wait that begins, and the end of the process.
  case begin, end
}

/// The subject of a row: a step, a whole test, or a wait.
enum RowUnit: String, Sendable {
  case step, test, wait
}

/// The end of a step or of a test, as the records name it.
enum Outcome: String, Sendable {
  case passed, recovered, exhausted, timedOut, aborted
}

/// The reason why a step recovered.
enum Cure: String, Sendable, CaseIterable {
  case waiting, retrying, resetting
}
