/// A test case that withholds the issues of attempts that are retried.
///
/// Inherit from it instead of `XCTestCase`. An issue inside an attempt of one of its steps fails that attempt, and not the
/// test: an assertion, an expectation of a helper, an inner step that is exhausted. If the step succeeds, or one around it
/// that runs it again, the issue does not reach the result of the test, and the log has it with its own file and line.
/// However else the step ends, the issues of all its attempts are recorded at their own lines.
///
/// An issue belongs to an attempt only if that is known: the code of the attempt records it, a task that this code has
/// started, or code that carries the attempt with it (``RetryScope``). Every other issue is a failure at once, and the log
/// says why.
open class RetryableTestCase: IssueWithholdingTestCase, TargetedAutoRetry {
  /// The policy for the steps of this class, ``RetryPolicy/default`` unless it is overridden.
  open var retryPolicy: RetryPolicy { .default }

  override var ownConformer: (any TargetedAutoRetry)? { self }

  /// The answer to a failed attempt, ``RecoveryAction/retry`` unless it is overridden.
  open func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }

  /// Keeps what an attempt looked like; does nothing unless it is overridden.
  open func collectEvidence(of attempt: AttemptEvidence) {}
}

extension RetryableTestCase {
  /// The names that Retryable gave these types.
  public enum Reliability {
    /// A reason why a part of a test is flaky.
    public typealias Flakiness = TestFlakiness
  }
}
