/// How a step or a test ended, as the records have it.
enum Outcome: String, Sendable {
  case passed, recovered, exhausted, timedOut, aborted
}
