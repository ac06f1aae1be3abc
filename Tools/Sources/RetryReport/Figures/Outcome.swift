/// How a step or a test ended, as the records have it.
enum Outcome: String, Sendable {
  case passed, recovered, exhausted, timedOut, aborted

  var isSuccess: Bool { self == .passed || self == .recovered }
}

/// What made a step recover.
enum Cure: String, Sendable, CaseIterable {
  case waiting, retrying, resetting
}
