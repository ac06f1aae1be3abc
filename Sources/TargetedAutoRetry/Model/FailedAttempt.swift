/// An attempt that did not succeed, and why.
public struct FailedAttempt: Sendable {
  /// Why an attempt failed.
  public enum Cause: Sendable {
    /// The success condition was false or nil.
    case condition
    /// The main action or the condition threw.
    case error(any Error)
    /// It was cancelled after ``RetryPolicy/attemptTimeLimit``.
    case timedOut(after: Duration)
    /// Assertions failed, or inner steps did: each issue as `File.swift:12: message`.
    case issues([String])
  }

  /// A step inside of an attempt that did not succeed.
  public struct InnerFailure: Equatable, Sendable {
    /// The name of the step.
    public let actionDescription: String
    /// The path of the file in which the step is called.
    public let file: String
    /// The line at which the step is called.
    public let line: UInt
    /// Why its last attempt failed: the words of the log, on one line.
    public let cause: String
  }

  /// 1 for the first attempt of the step.
  public let number: Int
  /// How many retries the policy still allows.
  public let retriesRemaining: Int
  /// Why it failed.
  public let cause: Cause
  /// The innermost step in the attempt that did not succeed, where there was one; of several side by side the first.
  ///
  /// With inner steps that are only logged (`failTestOnFailure: false`) this is where the attempt went wrong, although
  /// the ``cause`` is only that the success condition was false.
  public let innermostFailure: InnerFailure?
  /// How long the attempt took.
  public let elapsed: Duration
  /// The name of the step.
  public let actionDescription: String
  /// The path of the file in which the step is called.
  public let file: String
  /// The line at which the step is called.
  public let line: UInt

  /// The instant at which the attempt began.
  let start: Duration
  /// How long the condition was evaluated.
  let conditionTime: Duration
  /// The limit that ended the wait for the condition or the attempt, if one did.
  let limit: String?
  /// What `until` rejected, in the forms that return a value.
  let rejectedValue: String?
  /// How long the condition should have stayed true; nil where it never was.
  let stableFor: Duration?

  var attempt: Attempt { Attempt(number: number, retriesRemaining: retriesRemaining) }
}
