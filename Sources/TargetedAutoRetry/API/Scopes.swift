public import Testing

/// Runs a closure whose steps follow a policy, including inner steps and those of helpers.
///
/// A value that the policy leaves open comes from the next such scope out, and finally from the
/// ``TargetedAutoRetry/retryPolicy`` of the type. The arguments and the policy of a call take precedence.
///
/// ```swift
/// withRetryPolicy(RetryPolicy(retryAttempts: 0)) {
///   signInWithRetries()
/// }
/// ```
@discardableResult
public func withRetryPolicy<Value>(_ policy: RetryPolicy, operation: () throws -> Value) rethrows -> Value {
  try StepEnvironment.$current.withValue(.with(policy: policy), operation: operation)
}

/// The asynchronous twin of ``withRetryPolicy(_:operation:)``.
@discardableResult
public func withRetryPolicy<Value>(
  _ policy: RetryPolicy,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  try await StepEnvironment.$current.withValue(.with(policy: policy), operation: operation, isolation: isolation)
}

/// The trait of a test or a suite whose steps follow a policy; written as `.retryPolicy(…)`.
public struct RetryPolicyTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let policy: RetryPolicy

  /// True: a suite passes the trait on to its tests.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withRetryPolicy(policy, operation: function)
  }
}

extension Trait where Self == RetryPolicyTrait {
  /// Lets every step of a test or a suite follow a policy, as ``withRetryPolicy(_:operation:)`` around it would.
  ///
  /// Steps of page objects and of ``CurrentTest`` follow it too, which do not know the suite.
  ///
  /// ```swift
  /// @Suite(.retryPolicy(RetryPolicy(conditionTimeout: .seconds(5)))) struct ShopTests { … }
  /// ```
  public static func retryPolicy(_ policy: RetryPolicy) -> Self { RetryPolicyTrait(policy: policy) }
}

/// Runs an operation whose steps fail at the place of a caller, such as the one that a helper was called from.
///
/// The steps include inner steps and those of helpers. The message, the log, the records and the error that a step
/// throws also name the line of the step itself. A helper forwards its caller's place once, however many steps it has.
///
/// ```swift
/// func signIn(
///   fileID: StaticString = #fileID,
///   filePath: StaticString = #filePath,
///   line: UInt = #line,
///   column: UInt = #column
/// ) {
///   withCallPlace(fileID: fileID, filePath: filePath, line: line, column: column) {
///     autoRetry(mainAction: shop.signIn, successCondition: shop.isSignedIn)
///   }
/// }
/// ```
///
/// The place takes precedence over `file:` and `line:` of the calls inside. Of two nested scopes the outer one applies,
/// because it has the line of the test.
///
/// - Parameters:
///   - fileID: The `#fileID` of the caller.
///   - filePath: The `#filePath` of the caller.
///   - line: The line of the caller.
///   - column: The column of the caller.
///   - operation: The code with the steps.
/// - Returns: The result of the operation.
@discardableResult
public func withCallPlace<Value>(
  fileID: StaticString,
  filePath: StaticString,
  line: UInt,
  column: UInt,
  operation: () throws -> Value
) rethrows -> Value {
  let caller = CallSite(fileID, filePath, line, column)
  return try StepEnvironment.$current.withValue(.with(caller: caller), operation: operation)
}

/// Runs an asynchronous operation whose steps fail at the place of a caller.
@discardableResult
public func withCallPlace<Value>(
  fileID: StaticString,
  filePath: StaticString,
  line: UInt,
  column: UInt,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  let caller = CallSite(fileID, filePath, line, column)
  return try await StepEnvironment.$current.withValue(.with(caller: caller), operation: operation, isolation: isolation)
}

/// Runs an operation whose steps fail at a source location, as helpers of Swift Testing receive it.
///
/// In XCTest a failure needs the running test case for this. If it is not known, the message names the location.
@discardableResult
public func withCallPlace<Value>(_ sourceLocation: SourceLocation, operation: () throws -> Value) rethrows -> Value {
  try StepEnvironment.$current.withValue(.with(caller: CallSite(sourceLocation)), operation: operation)
}

/// Runs an asynchronous operation whose steps fail at a source location.
@discardableResult
public func withCallPlace<Value>(
  _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  let caller = CallSite(sourceLocation)
  return try await StepEnvironment.$current.withValue(.with(caller: caller), operation: operation, isolation: isolation)
}

/// The attempt and the flaky scope that code runs in, to carry them into a callback.
///
/// An issue is withheld only if its attempt is known. Tasks that an attempt starts inherit the scope; so does a block
/// that runs while the attempt spins the run loop. A thread or a dispatch queue does not: an issue there fails the test
/// at once, unless it is recorded inside ``perform(_:)``:
///
/// ```swift
/// autoRetry(
///   mainAction: {
///     let scope = RetryScope.current
///     client.load { result in
///       scope.perform { XCTAssertNotNil(result) }
///     }
///   },
///   successCondition: isLoaded
/// )
/// ```
///
/// A step inside ``perform(_:)`` is nested in the step of the attempt, and follows the policies around it. An issue that
/// arrives after its attempt is over is a failure at once. A scope that is taken outside any attempt is that of the test:
/// an issue is a failure at once, even if an attempt performs the closure.
///
/// Swift Testing knows the test of a task only: there, resume a continuation in the callback and check the expectation
/// in the attempt.
public struct RetryScope: Sendable {
  private let environment: StepEnvironment

  /// The scope of the current code.
  public static var current: RetryScope { RetryScope(environment: .current) }

  /// Runs a closure as a part of the attempt and the flaky scope, at once and on the current thread.
  @discardableResult
  public func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
    try StepEnvironment.$current.withValue(environment.carried, operation: body)
  }

  /// The asynchronous twin of ``perform(_:)``, for a detached task.
  @discardableResult
  public func perform<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await StepEnvironment.$current.withValue(environment.carried, operation: body, isolation: isolation)
  }
}

/// The attempt that the current code runs in.
public struct RetryAttempt: Equatable, Sendable {
  /// The number of the attempt: 1 for the first.
  ///
  /// In reset steps it is the number of the failed attempt.
  public let number: Int

  /// The attempt of the innermost step around this code; nil outside any step.
  ///
  /// It is a task-local value: threads and detached tasks that an attempt starts do not have it, unless they carry
  /// ``RetryScope/current``.
  public static var current: RetryAttempt? {
    StepEnvironment.current.step.map { RetryAttempt(number: $0.attempt.number) }
  }
}

/// Notes a value that a condition depends on, and returns it.
///
/// If the condition is not met, the cause has the values of its last check:
///
/// ```swift
/// autoWait("First page", for: .seconds(5)) { noted(urlField.value as? String, as: "URL") == url }
/// ```
///
/// ```
/// The condition was false after 5.0 s (limit of the call): URL was "about:blank".
/// ```
///
/// It may be called anywhere in the code of the condition. Threads and detached tasks that the condition starts note
/// nothing, unless they carry ``RetryScope/current``. Outside of a condition the value is only returned. The value is
/// described when the attempt has failed, in at most 200 characters; five values of a look are shown.
@discardableResult
public func noted<Value>(_ value: Value, as name: String) -> Value {
  // It is described when the look is over, and with it the code that the condition waits for.
  nonisolated(unsafe) let seen = value
  StepEnvironment.current.step?.note(NotedValue(name: name) { "was \(ValueText.of(seen))" })
  return value
}
