/// The attempt and the flaky scope that code runs in, to carry them into a callback.
///
/// An issue is withheld only if it is known whose it is. Tasks that an attempt starts carry it by themselves. A thread, a
/// dispatch queue or a block on the main queue does not, so an issue there fails the test at once, unless it is recorded
/// inside of ``perform(_:)``:
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
/// A step inside of ``perform(_:)`` is nested in the step of the attempt, and follows the policies around it. Where nothing
/// was around, ``perform(_:)`` only runs its closure. An issue that comes when its attempt is over is a failure at once.
///
/// Swift Testing knows the test of a task only. There resume a continuation in the callback, and expect in the attempt.
public struct RetryScope: Sendable {
  private let surroundings: Surroundings

  /// The scope of the current code.
  public static var current: RetryScope { RetryScope(surroundings: .known) }

  /// Runs a closure as a part of the attempt and the flaky scope.
  ///
  /// - Parameter body: Runs at once, on the current thread.
  /// - Returns: The value that the closure returns.
  @discardableResult
  public func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
    if surroundings.isEmpty { return try body() }
    return try Surroundings.$current.withValue(surroundings.here, operation: body)
  }

  /// Runs an asynchronous closure as a part of the attempt and the flaky scope, for a detached task.
  @discardableResult
  public func perform<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    if surroundings.isEmpty { return try await body() }
    return try await Surroundings.$current.withValue(surroundings.here, operation: body, isolation: isolation)
  }
}
