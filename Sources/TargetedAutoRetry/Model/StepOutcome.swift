/// How a step ended.
enum StepOutcome: String, Sendable {
  /// The first attempt succeeded.
  case passed
  /// It succeeded, but not at once; the cure says how.
  case recovered
  /// The last allowed attempt failed.
  case exhausted
  /// The time limit was over.
  case timedOut
  /// It was told not to retry, or an error said that no retry can help.
  case aborted

  var isSuccess: Bool { self == .passed || self == .recovered }
}
