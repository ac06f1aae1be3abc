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

/// The running test, for code outside any type that adopts the protocol.
///
/// A free function, a class function and an `extension XCTestCase` have no `autoRetry` of their own. They use that of
/// the running test, with its policy and its hook, and failures go to that test:
///
/// ```swift
/// func closeBanner(in app: XCUIApplication) {
///   CurrentTest().autoRetry(
///     mainAction: app.buttons["Close"].tap,
///     successCondition: { !app.buttons["Close"].exists }
///   )
/// }
/// ```
///
/// In XCTest the policy and the hook are those of the running test case; in Swift Testing, those of the object of the
/// outermost step around. If there is neither, the defaults apply.
public struct CurrentTest: TargetedAutoRetry, Sendable {
  /// Creates a stand-in for the running test.
  public init() {}
}

// For calls without an adopting type, the compiler tells what to write. If a type adopts the protocol, its member is
// found first.

@available(*, unavailable, message: "adopt TargetedAutoRetry, or write CurrentTest().autoRetry(…)")
@discardableResult
public func autoRetry<Value>(
  mainAction: () async throws -> Value,
  successCondition: () async throws -> Bool?,
  resetSteps: (() async throws -> Void)? = nil,
  actionDescription: String? = nil,
  retryAttempts: Int? = nil,
  failTestOnFailure: Bool = true,
  policy: RetryPolicy? = nil,
  file: StaticString = #filePath,
  line: UInt = #line
) -> Int { 0 }

@available(*, unavailable, message: "adopt TargetedAutoRetry, or write CurrentTest().autoRetry(…)")
public func autoRetry<Value>(
  _ actionDescription: String,
  within conditionTimeout: Duration? = nil,
  for timeLimit: Duration? = nil,
  retryAttempts: Int? = nil,
  checksFirst: Bool? = nil,
  failTestOnFailure: Bool = true,
  policy: RetryPolicy? = nil,
  mainAction: () async throws -> Value,
  until successCondition: () async throws -> Bool?,
  reset resetSteps: () async throws -> Void = {}
) {}
