/// An attempt that did not succeed, and why.
struct FailedAttempt: Sendable {
  enum Cause: Sendable {
    /// The success condition was false or nil, after it had been evaluated for that long.
    case condition(after: Duration)
    /// The main action or the condition threw.
    case error(any Error)
  }

  let attempt: Attempt
  let cause: Cause
}
