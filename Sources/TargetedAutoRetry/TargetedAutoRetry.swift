/// Retries one flaky step of a test instead of the whole test.
///
/// Adopt the protocol in the base class of your tests, in a `@Suite` type, or in a page object. Conforming types can
/// call `autoRetry` and `autoWait`, each in a synchronous and an asynchronous form:
///
/// ```swift
/// class BaseTestCase: XCTestCase, TargetedAutoRetry {
///   func signInWithRetries() {
///     autoRetry(mainAction: signIn, successCondition: isSignedIn, actionDescription: "Sign In")
///   }
/// }
/// ```
///
/// To change the policy or a hook for every step of a type, declare it as a member of the class that adopts the
/// protocol. Its subclasses can then override the member; they cannot override a default inherited from this protocol.
/// ``RetryableTestCase`` declares all three.
public protocol TargetedAutoRetry {
  /// The policy for the steps of this type; defaults to ``RetryPolicy/default``.
  ///
  /// The policies of a call and of ``withRetryPolicy(_:operation:)`` take precedence. A page object inherits values
  /// left `nil` from the running test.
  var retryPolicy: RetryPolicy { get }

  /// Decides whether to retry after a failed attempt; always retries by default.
  ///
  /// It is called before the wait and the reset steps, unless the step has already ended because of the cancellation of
  /// the attempt's task, the abort of a step inside the attempt, or an error that is not retried. Declare it without
  /// `async`: otherwise Swift takes it for another method, which is never called.
  ///
  /// A page object that does not declare this method uses the test's. In XCTest that is the method of the running test
  /// case; in Swift Testing, that of the type that ran the outermost step. Steps inside a hook call no hooks.
  ///
  /// ```swift
  /// func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
  ///   app.isRunning ? .retry : .abort("the app crashed")
  /// }
  /// ```
  ///
  /// - Parameter attempt: The failed attempt and its cause. It may have been the last attempt.
  /// - Returns: ``RecoveryAction/retry``, or ``RecoveryAction/abort(_:)`` to end the step with a reason.
  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction

  /// Collects evidence of an attempt, such as a screenshot; does nothing by default.
  ///
  /// It is called after each failed attempt, even one that ended the step by an error or a skip, and before
  /// ``recoveryAction(after:)``. It is also called after the attempt that made its step recover, so that the report can
  /// compare the two. It is not called for a step that passes on its first attempt. Declare it without `async`: otherwise
  /// Swift takes it for another method, which is never called.
  ///
  /// ```swift
  /// func collectEvidence(of attempt: AttemptEvidence) {
  ///   attempt.attach(app.screenshot().pngRepresentation, named: "screen.png")
  /// }
  /// ```
  ///
  /// A page object that does not declare this method uses the test's, like ``recoveryAction(after:)``.
  ///
  /// - Parameter attempt: The attempt, to which you can attach files.
  func collectEvidence(of attempt: AttemptEvidence)

  // Without a requirement for it, nothing would say that a static policy has no effect.
  @_documentation(visibility: internal)
  static var retryPolicy: RetryPolicy { get }

  // Many write this type or label. Without a requirement for it, their method would never be called, and nothing would
  // say so.
  /// Collects evidence of a failed attempt without attaching files; does nothing by default.
  @_documentation(visibility: internal)
  func collectEvidence(of attempt: FailedAttempt)

  /// Collects evidence of an attempt, like ``collectEvidence(of:)``.
  @_documentation(visibility: internal)
  func collectEvidence(for attempt: AttemptEvidence)

  /// Decides whether to retry, like ``recoveryAction(after:)``.
  @_documentation(visibility: internal)
  func recoveryAction(for attempt: FailedAttempt) -> RecoveryAction
}

extension TargetedAutoRetry {
  public var retryPolicy: RetryPolicy { .default }

  @_documentation(visibility: internal)
  public static var retryPolicy: RetryPolicy { .default }
}

/// The running test, for code outside any type that adopts the protocol.
///
/// Free functions, class functions and extensions of `XCTestCase` have no `autoRetry` of their own. With this type they
/// use the policy and hooks of the running test, or the defaults if no test is known:
///
/// ```swift
/// func closeBanner(in app: XCUIApplication) {
///   CurrentTest().autoRetry(
///     mainAction: app.buttons["Close"].tap,
///     successCondition: { !app.buttons["Close"].exists }
///   )
/// }
/// ```
public struct CurrentTest: TargetedAutoRetry, Sendable {
  /// Creates a stand-in for the running test.
  public init() {}
}
