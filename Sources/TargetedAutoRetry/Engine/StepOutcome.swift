/// How a step ended.
enum StepOutcome: String, Sendable {
  /// The first attempt succeeded.
  case passed
  /// A retry succeeded.
  case recovered
  /// The last allowed attempt failed.
  case exhausted
  /// An error said that no retry can help.
  case aborted
}
