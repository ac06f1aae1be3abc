/// The test that runs, for steps of code that belongs to no type that adopts the protocol.
///
/// A free function, a class function and an `extension XCTestCase` have no `autoRetry` of their own. They have that of the
/// test, with its policy and its hook, and the failure goes there:
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
/// In XCTest the policy and the hook are those of the test case that runs, in Swift Testing those of the object whose step is
/// the outermost around. Where there is neither, the defaults hold.
public struct CurrentTest: TargetedAutoRetry, Sendable {
  /// Creates a stand-in for the test that runs.
  public init() {}
}

// Calls where no type adopts the protocol: the compiler says what to write there. Where one does, Swift finds its member first.

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
@discardableResult
public func autoRetry<Value>(
  mainAction: () async throws -> Value,
  successCondition: () async throws -> Bool?,
  resetSteps: (() async throws -> Void)? = nil,
  retryAttempts: Int,
  actionDescription: String,
  failTestOnFailure: Bool = true,
  file: StaticString = #filePath,
  line: UInt = #line
) -> Int { 0 }

@available(*, unavailable, message: "adopt TargetedAutoRetry, or write CurrentTest().autoRetry(…)")
public func autoRetry<Value>(
  _ actionDescription: String,
  retryAttempts: Int? = nil,
  policy: RetryPolicy? = nil,
  file: StaticString = #filePath,
  line: UInt = #line,
  operation: () async throws -> Value,
  until isSuccess: (Value) throws -> Bool = { _ in true },
  resetSteps: () async throws -> Void = {}
) -> Value { fatalError("unavailable") }

@available(*, unavailable, message: "adopt TargetedAutoRetry, or write CurrentTest().autoWait(…)")
@discardableResult
public func autoWait<Value>(
  _ description: String,
  for limit: Duration? = nil,
  stableFor: Duration? = nil,
  failTestOnFailure: Bool = true,
  policy: RetryPolicy? = nil,
  file: StaticString = #filePath,
  line: UInt = #line,
  meanwhile action: () async -> Void = {},
  until condition: () async throws -> Value?
) -> Value { fatalError("unavailable") }

@available(*, unavailable, message: "adopt TargetedAutoRetry, or write CurrentTest().autoRetrySucceeds(…)")
public func autoRetrySucceeds<Value>(
  mainAction: () async throws -> Value,
  successCondition: () async throws -> Bool?,
  resetSteps: (() async throws -> Void)? = nil,
  actionDescription: String? = nil,
  retryAttempts: Int? = nil,
  policy: RetryPolicy? = nil,
  file: StaticString = #filePath,
  line: UInt = #line
) -> Bool { false }
