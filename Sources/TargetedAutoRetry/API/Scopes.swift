public import Testing

/// Runs an operation whose steps follow a policy, including inner steps and those of helpers.
///
/// A call's own arguments and `policy:` take precedence. ``RetryPolicy`` says where values left `nil` are inherited
/// from.
///
/// ```swift
/// withRetryPolicy(RetryPolicy(retryAttempts: 0)) {
///   signInWithRetries()
/// }
/// ```
///
/// - Parameters:
///   - policy: The policy of the steps.
///   - operation: The code with the steps.
/// - Returns: The result of the operation.
@discardableResult
public func withRetryPolicy<Value>(_ policy: RetryPolicy, operation: () throws -> Value) rethrows -> Value {
  try StepEnvironment.$current.withValue(.with(policy: policy), operation: operation)
}

/// Runs an asynchronous operation whose steps follow a policy, on the caller's actor.
@discardableResult
public func withRetryPolicy<Value>(
  _ policy: RetryPolicy,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  try await StepEnvironment.$current.withValue(.with(policy: policy), operation: operation, isolation: isolation)
}

/// A trait for tests whose steps follow a policy; written as `.retryPolicy(…)` on a test or a suite.
public struct RetryPolicyTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let policy: RetryPolicy

  /// Whether a suite passes the trait on to its tests: always `true`.
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
  /// Applies a policy to every step of a test or a suite, like ``withRetryPolicy(_:operation:)`` around the test.
  ///
  /// It also applies to steps of page objects and of ``CurrentTest``, which do not know the suite.
  ///
  /// ```swift
  /// @Suite(.retryPolicy(RetryPolicy(conditionTimeout: .seconds(5)))) struct ShopTests { … }
  /// ```
  public static func retryPolicy(_ policy: RetryPolicy) -> Self {
    var policy = policy
    policy.isOfTrait = true
    return RetryPolicyTrait(policy: policy)
  }
}

/// Runs an operation whose steps report their failures at another place, such as a helper's caller.
///
/// This includes inner steps and those of further helpers, so a helper forwards its caller's place once. The message,
/// the log, the records and the error that a step throws also name the line of the step itself.
///
/// ```swift
/// func signIn(
///   fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
/// ) {
///   withCallPlace(fileID: fileID, filePath: filePath, line: line, column: column) {
///     autoRetry(mainAction: shop.signIn, successCondition: shop.isSignedIn)
///   }
/// }
/// ```
///
/// The place overrides `file:` and `line:` of the calls inside. If two such scopes are nested, the outer one applies,
/// because it points at the line of the test.
///
/// - Parameters:
///   - fileID: The `#fileID` to report failures at.
///   - filePath: The path of the file to report failures at.
///   - line: The line number to report failures at.
///   - column: The column number to report failures at.
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

/// Runs an asynchronous operation whose steps report their failures at another place.
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

/// Runs an operation whose steps report their failures at a file and a line, as helpers of XCTest receive them.
///
/// ```swift
/// func signIn(file: StaticString = #filePath, line: UInt = #line) {
///   withCallPlace(file: file, line: line) {
///     autoRetry(mainAction: shop.signIn, successCondition: shop.isSignedIn)
///   }
/// }
/// ```
@discardableResult
public func withCallPlace<Value>(
  file: StaticString,
  line: UInt,
  fileID: StaticString = #fileID,
  operation: () throws -> Value
) rethrows -> Value {
  try withCallPlace(fileID: fileID, filePath: file, line: line, column: 1, operation: operation)
}

/// Runs an asynchronous operation whose steps report their failures at a file and a line.
@discardableResult
public func withCallPlace<Value>(
  file: StaticString,
  line: UInt,
  fileID: StaticString = #fileID,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  try await withCallPlace(fileID: fileID, filePath: file, line: line, column: 1, operation: operation)
}

/// Runs an operation whose steps report their failures at a source location, as helpers of Swift Testing receive it.
///
/// If the library does not know which XCTest test case is running, only the message of a failure names the location.
@discardableResult
public func withCallPlace<Value>(_ sourceLocation: SourceLocation, operation: () throws -> Value) rethrows -> Value {
  try StepEnvironment.$current.withValue(.with(caller: CallSite.location(sourceLocation)), operation: operation)
}

/// Runs an asynchronous operation whose steps report their failures at a source location.
@discardableResult
public func withCallPlace<Value>(
  _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  let caller = CallSite.location(sourceLocation)
  return try await StepEnvironment.$current.withValue(.with(caller: caller), operation: operation, isolation: isolation)
}

/// The attempt and the flaky scope that the current code runs in, to carry into a callback.
///
/// An issue is held back only if its attempt is known. Tasks that an attempt starts inherit the scope, and so does a
/// block that runs while the attempt spins the run loop. A thread or a dispatch queue does not: an issue there fails
/// the test immediately, unless it is recorded inside ``perform(_:)``.
///
/// ```swift
/// autoRetry("Load") {
///   let scope = RetryScope.current
///   client.load { result in scope.perform { XCTAssertNotNil(result) } }
/// } until: {
///   isLoaded
/// }
/// ```
///
/// A step inside ``perform(_:)`` is nested in the step of the attempt and follows the same policies. An issue recorded
/// after its attempt has ended fails the test immediately. So does an issue in a scope that was taken outside any
/// attempt, even if an attempt performs the closure.
///
/// In Swift Testing, this works on a thread and in a detached task too. There the framework knows no current test, so it
/// prints an issue that was held back as one of an unknown test.
public struct RetryScope: Sendable {
  private let environment: StepEnvironment

  /// The scope of the current code.
  public static var current: RetryScope { RetryScope(environment: .current) }

  /// Runs a closure as part of the attempt and the flaky scope, immediately and on the current thread.
  @discardableResult
  public func perform<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    environment.perform { result = Result(catching: body) }
    guard let result else { fatalError("The body did not run.") }
    return try result.get()
  }

  /// Runs an asynchronous closure as part of the attempt and the flaky scope, such as in a detached task.
  @discardableResult
  public func perform<Value, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    await environment.perform(isolation: isolation) {
      _ = isolation
      do throws(Failure) { result = .success(try await body()) } catch { result = .failure(error) }
    }
    guard let result else { fatalError("The body did not run.") }
    return try result.get()
  }
}

/// The attempt that the current code runs in.
public struct RetryAttempt: Equatable, Sendable {
  /// The number of the attempt: 1 for the first; in reset steps, the number of the attempt that failed.
  public let number: Int

  /// The attempt of the innermost step around this code; `nil` outside any step, or in a thread without ``RetryScope``.
  public static var current: RetryAttempt? {
    StepEnvironment.current.scope.map { RetryAttempt(number: $0.attempt.number) }
  }
}

/// Notes a value that a condition depends on, and returns it.
///
/// If the condition is false, the cause of the failed attempt includes the values of its last check:
///
/// ```swift
/// autoWait("First page", for: .seconds(5)) { noted(urlField.value as? String, as: "URL") == url }
/// ```
///
/// ```
/// The condition was false after 5.0 s (limit of the call): URL was "about:blank".
/// ```
///
/// Call it anywhere in the code of the condition; on other threads and in detached tasks, call it inside
/// ``RetryScope/perform(_:)``. Outside a condition, it only returns the value. The value is described only if the
/// attempt has failed, in at most 200 characters. The cause shows up to five values.
///
/// - Parameters:
///   - value: The value to note.
///   - name: The name of the value in the cause; defaults to `value`.
/// - Returns: The value.
@discardableResult
public func noted<Value>(_ value: Value, as name: String = "value") -> Value {
  // The value is described only after the check has ended, when the condition's code no longer uses it.
  nonisolated(unsafe) let seen = value
  StepEnvironment.current.scope?.note(NotedValue(name: name) { "was \(ValueText.of(seen))" })
  return value
}
