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
  try Surroundings.$current.withValue(.with(policy: policy), operation: operation)
}

/// The asynchronous twin of ``withRetryPolicy(_:operation:)``.
@discardableResult
public func withRetryPolicy<Value>(
  _ policy: RetryPolicy,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  try await Surroundings.$current.withValue(.with(policy: policy), operation: operation, isolation: isolation)
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
  /// Lets every step of a test or a suite follow a policy, also those of page objects and of ``CurrentTest``.
  ///
  /// ```swift
  /// @Suite(.retryPolicy(RetryPolicy(conditionTimeout: .seconds(5)))) struct ShopTests { … }
  /// ```
  public static func retryPolicy(_ policy: RetryPolicy) -> Self { RetryPolicyTrait(policy: policy) }
}

/// Reports the failures of all steps in a closure at one source location, such as that of a helper's caller.
///
/// The steps include inner steps and those of helpers. The message, the log, the records and the error that a step
/// throws name the line of the step itself. So a helper forwards its caller's location once, however many steps it has.
///
/// ```swift
/// func signIn(sourceLocation: SourceLocation = #_sourceLocation) {
///   withCallPlace(sourceLocation) {
///     autoRetry(mainAction: shop.signIn, successCondition: shop.isSignedIn)
///   }
/// }
/// ```
///
/// The scope takes precedence over `file:` and `line:` of the calls inside, which cannot be told from the defaults. Of
/// two nested scopes the outer one holds, which has the line of the test.
@discardableResult
public func withCallPlace<Value>(_ sourceLocation: SourceLocation, operation: () throws -> Value) rethrows -> Value {
  try Surroundings.$current.withValue(.with(caller: Caller(sourceLocation)), operation: operation)
}

/// The asynchronous twin of ``withCallPlace(_:operation:)``.
@discardableResult
public func withCallPlace<Value>(
  _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  let caller = Caller(sourceLocation)
  return try await Surroundings.$current.withValue(.with(caller: caller), operation: operation, isolation: isolation)
}

/// Runs a closure whose steps fail at a file and a line, as helpers of XCTest receive them.
///
/// XCTest takes the path of a failure as a literal, or from a test case. A path that is not a `StaticString` needs the
/// running test case. If that is not known, as in the first test of a process whose class has had no step of its own,
/// the failure is at the line of the step and names the place. A line below 0 counts as 0.
@discardableResult
public func withCallPlace<Value>(
  file: some CustomStringConvertible,
  line: some BinaryInteger,
  operation: () throws -> Value
) rethrows -> Value {
  try Surroundings.$current.withValue(.with(caller: Caller(file, line)), operation: operation)
}

/// The asynchronous twin of ``withCallPlace(file:line:operation:)``.
@discardableResult
public func withCallPlace<Value>(
  file: some CustomStringConvertible,
  line: some BinaryInteger,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  let caller = Caller(file, line)
  return try await Surroundings.$current.withValue(.with(caller: caller), operation: operation, isolation: isolation)
}

extension Caller {
  fileprivate convenience init(_ location: SourceLocation) {
    self.init(fileID: location.fileID, location.path, location.line, column: location.column)
  }
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
  private let surroundings: Surroundings

  /// The scope of the current code.
  public static var current: RetryScope { RetryScope(surroundings: .current) }

  /// Runs a closure as a part of the attempt and the flaky scope, at once and on the current thread.
  @discardableResult
  public func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Surroundings.$current.withValue(surroundings.carried, operation: body)
  }

  /// The asynchronous twin of ``perform(_:)``, for a detached task.
  @discardableResult
  public func perform<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await Surroundings.$current.withValue(surroundings.carried, operation: body, isolation: isolation)
  }
}
