/// What made a step recover.
enum Cure: String, Sendable, CaseIterable {
  case waiting, retrying, resetting
}
