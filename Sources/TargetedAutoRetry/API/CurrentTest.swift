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
/// In XCTest the policy and the hook are those of the running test case, if it is known (<doc:Helpers#Page-objects>); in
/// Swift Testing, those of the object of the outermost step around, after the trait `.retryPolicy(…)`.
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
  looksFirst: Bool? = nil,
  failTestOnFailure: Bool = true,
  policy: RetryPolicy? = nil,
  mainAction: () async throws -> Value,
  until successCondition: () async throws -> Bool?,
  reset resetSteps: () async throws -> Void = {}
) {}
