/// Retries one flaky step of a test instead of the whole test.
///
/// Adopt it in the base class of your tests, in a `@Suite` type, or in a page object. Every conforming type then has
/// ``autoRetry(mainAction:successCondition:resetSteps:actionDescription:retryAttempts:failTestOnFailure:policy:fileID:file:line:column:)-(_,_,()->Void,_,_,_,_,_,_,_,_)``
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
/// To change the policy for every step of a type, declare ``retryPolicy`` as a member of the class that adopts the
/// protocol; its subclasses can then override it. A subclass cannot override a default that it only inherits from
/// this protocol.
public protocol TargetedAutoRetry {
  /// What the steps of this type do unless a call says otherwise. ``RetryPolicy/default`` by default.
  var retryPolicy: RetryPolicy { get }
}

extension TargetedAutoRetry {
  public var retryPolicy: RetryPolicy { .default }
}
