/// A test case that withholds the issues of attempts that are retried.
///
/// Inherit from it instead of `XCTestCase`. Whatever fails inside an attempt of one of its steps fails that attempt, and
/// not the test: an assertion, an expectation of a helper, an inner step that is exhausted. If the step recovers, nothing
/// of it reaches the result of the test, and the log has each withheld issue with its own file and line. If it does not,
/// the issues of the last attempt are reported at their own lines, and then the step at the line of the call.
///
/// An issue is withheld only if it is known to be of an attempt that is not over: it was recorded by the code of the
/// attempt, or in a task that this code has started. An issue of a thread without a task is one of the attempt if nothing
/// else of the test could run meanwhile: one attempt is open, and its step is synchronous and keeps the thread of the
/// test. Every other issue is a failure at once, and the log says why.
open class RetryableTestCase: IssueWithholdingTestCase, TargetedAutoRetry {
  /// What the steps of this class do, ``RetryPolicy/default`` unless it is overridden.
  open var retryPolicy: RetryPolicy { .default }

  override var ownConformer: (any TargetedAutoRetry)? { self }

  /// What to do about a failed attempt, ``RecoveryAction/retry`` unless it is overridden.
  open func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }
}
