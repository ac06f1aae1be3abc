/// No attempt of a value-returning step succeeded.
public struct RetryExhausted: Error, CustomStringConvertible {
  /// The name of the step.
  public let actionDescription: String
  /// Every attempt in order, each with its cause; empty where nothing was run.
  public let failedAttempts: [FailedAttempt]
  /// The time that the step took, waits included.
  public let elapsed: Duration
  /// The path of the file in which the step is called.
  public let file: String
  /// The line at which the step is called.
  public let line: UInt
  /// What happened, how many attempts there were, how long they took, and why the first and the last failed, with the
  /// place of the call: all on one line.
  public let description: String
}
