/// What made a step recover; each points at a different kind of bug.
enum Cure: String, Sendable {
  /// The condition came true before anything was redone: the application is slow.
  case waiting
  /// The main action ran again: it gets lost.
  case retrying
  /// The main action ran again after the reset steps.
  case resetting
}
