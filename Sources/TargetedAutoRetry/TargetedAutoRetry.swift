/// Retries one flaky step of a test instead of the whole test.
///
/// Adopt it in the base class of your tests, in a `@Suite` type, or in a page object. Every conforming type then has
/// ``autoRetry(mainAction:successCondition:resetSteps:actionDescription:retryAttempts:failTestOnFailure:policy:fileID:file:line:column:)-(()->Void,_,()->Void,_,_,_,_,_,_,_,_)``
/// and its asynchronous twin:
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
  /// ``RetryPolicy/default`` by default. What the policy of a page object leaves open comes from the test that runs.
  var retryPolicy: RetryPolicy { get }

  /// Called after each failed attempt, before the wait and the reset steps; ``RecoveryAction/retry`` by default.
  ///
  /// A page object that does not declare it is given that of the test: in XCTest of the test case that runs, in Swift Testing
  /// of the object whose step is the outermost around.
  ///
  /// The place for telling a crash from a flake:
  ///
  /// ```swift
  /// func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
  ///   app.isRunning ? .retry : .abort("the app crashed")
  /// }
  /// ```
  ///
  /// About the steps in it nobody is asked.
  ///
  /// - Parameter attempt: The attempt, and why it failed. It may have been the last.
  /// - Returns: The answer: go on, or stop.
  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction

  /// Called after each failed attempt, and after the attempt that made its step recover; does nothing by default.
  ///
  /// The place for a screenshot or a page source: the report shows what differed between the attempt that failed and the
  /// one that worked.
  ///
  /// ```swift
  /// func collectEvidence(of attempt: AttemptEvidence) {
  ///   attempt.attach(app.screenshot().pngRepresentation, named: "screen.png")
  /// }
  /// ```
  ///
  /// After a failed attempt it is called before ``recoveryAction(after:)``. It is not called for a step that passes at once. A
  /// page object that does not declare it is given that of the test, as with the hook. Of the steps in it there is no evidence.
  func collectEvidence(of attempt: AttemptEvidence)
}

extension TargetedAutoRetry {
  public var retryPolicy: RetryPolicy { .default }

  public func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { attempt.answerOfTest() }

  public func collectEvidence(of attempt: AttemptEvidence) { attempt.letTestCollect() }
}
