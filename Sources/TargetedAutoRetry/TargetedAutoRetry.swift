/// Retries one flaky step of a test instead of the whole test.
///
/// Adopt it in the base class of your tests, in a `@Suite` type, or in a page object. Every conforming type then has
/// `autoRetry` and `autoWait`, each in a synchronous and an asynchronous form:
///
/// ```swift
/// class BaseTestCase: XCTestCase, TargetedAutoRetry {
///   func signInWithRetries() {
///     autoRetry(mainAction: signIn, successCondition: isSignedIn, actionDescription: "Sign In")
///   }
/// }
/// ```
///
/// To change the policy or the recovery for every step of a type, declare ``retryPolicy`` or ``recoveryAction(after:)``
/// as a member of the class that adopts the protocol; its subclasses can then override it. A subclass cannot override a
/// default that it only inherits from this protocol. ``RetryableTestCase`` declares both.
public protocol TargetedAutoRetry {
  /// The policy for the steps of this type, unless a call or ``withRetryPolicy(_:operation:)`` says otherwise.
  ///
  /// The default is ``RetryPolicy/default``. The running test supplies what the policy of a page object leaves open.
  var retryPolicy: RetryPolicy { get }

  /// Called after each failed attempt, before the wait and the reset steps; ``RecoveryAction/retry`` by default.
  ///
  /// It is not called if the task of the attempt was cancelled or a step inside it was aborted: the step ends then.
  ///
  /// A page object that does not declare it uses that of the test: in XCTest the running test case's, in Swift Testing
  /// that of the object of the outermost step around. Steps that a hook itself runs call no hook.
  ///
  /// ```swift
  /// func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
  ///   app.isRunning ? .retry : .abort("the app crashed")
  /// }
  /// ```
  ///
  /// - Parameter attempt: The attempt and the cause of its failure. It may have been the last.
  /// - Returns: Retry or abort.
  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction

  /// Called after each failed attempt, and after the attempt that made its step recover; does nothing by default.
  ///
  /// Use it for a screenshot or a page source: the report shows the differences between the failed attempt and the one
  /// that worked.
  ///
  /// ```swift
  /// func collectEvidence(of attempt: AttemptEvidence) {
  ///   attempt.attach(app.screenshot().pngRepresentation, named: "screen.png")
  /// }
  /// ```
  ///
  /// After a failed attempt it is called before ``recoveryAction(after:)``. It is not called for a step that passes at
  /// once. A page object that does not declare it uses that of the test.
  func collectEvidence(of attempt: AttemptEvidence)
}

extension TargetedAutoRetry {
  public var retryPolicy: RetryPolicy { .default }

  public func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { attempt.answerOfTest() }

  public func collectEvidence(of attempt: AttemptEvidence) { attempt.letTestCollect() }
}
