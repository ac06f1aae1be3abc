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
