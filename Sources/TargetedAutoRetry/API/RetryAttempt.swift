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
    Surroundings.current.step.map { RetryAttempt(number: $0.attempt.number) }
  }
}

/// Notes a value that a condition depends on, and returns it.
///
/// If the condition is not met, the cause has the values of its last look:
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
  Surroundings.current.step?.note(NotedValue(name: name) { "was \(ValueText.of(seen))" })
  return value
}

/// Makes reset steps that do more with each retry.
///
/// The first closure runs before the first retry, the second before the second, and the last before all further ones.
/// Put the cheapest reset first:
///
/// ```swift
/// autoRetry(
///   mainAction: signIn,
///   successCondition: isSignedIn,
///   resetSteps: escalating(clearForm, goHome, launch),
///   actionDescription: "Sign In"
/// )
/// ```
public func escalating(_ first: @escaping () -> Void, _ others: (() -> Void)...) -> () -> Void {
  let steps = [first] + others
  return { steps[escalation(of: steps.count)]() }
}

/// Makes reset steps that do more with each retry, and may throw.
public func escalating(
  _ first: @escaping () throws -> Void,
  _ others: (() throws -> Void)...
) -> () throws -> Void {
  let steps = [first] + others
  return { try steps[escalation(of: steps.count)]() }
}

/// Makes asynchronous reset steps that do more with each retry.
public func escalating(_ first: @escaping () async -> Void, _ others: (() async -> Void)...) -> () async -> Void {
  let steps = [first] + others
  return { await steps[escalation(of: steps.count)]() }
}

/// Makes asynchronous reset steps that do more with each retry, and may throw.
public func escalating(
  _ first: @escaping () async throws -> Void,
  _ others: (() async throws -> Void)...
) -> () async throws -> Void {
  let steps = [first] + others
  return { try await steps[escalation(of: steps.count)]() }
}

/// The index of the reset steps to run; outside a step nothing has failed, so it is that of the first.
private func escalation(of count: Int) -> Int {
  min(RetryAttempt.current?.number ?? 1, count) - 1
}
