/// The attempt that the current code runs in.
public struct RetryAttempt: Equatable, Sendable {
  /// 1 for the first attempt.
  ///
  /// In reset steps it is the number of the attempt that has failed.
  public let number: Int

  /// The attempt of the innermost step around this code; nil outside of any.
  ///
  /// It is a task-local value: threads and detached tasks that an attempt starts do not have it, unless they carry
  /// ``RetryScope/current``.
  public static var current: RetryAttempt? {
    Surroundings.known.step.map { RetryAttempt(number: $0.attempt) }
  }
}
