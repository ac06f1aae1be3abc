/// How a step or a test ended, as the records have it.
public enum Outcome: String, Sendable {
  case passed, recovered, exhausted, timedOut, aborted
}

/// What made a step recover.
public enum Cure: String, Sendable, CaseIterable {
  case waiting, retrying, resetting
}
