internal import Foundation

/// The sum of all policies for one step, validated, with nothing left open.
///
/// It is an object, so that a step passes no copies on. Two are equal if they are the same.
final class StepPolicy: Sendable, Equatable {
  let retryAttempts: Int
  let delay: RetryDelay
  let conditionTimeout: Duration
  let pollingInterval: Duration
  let looksFirst: Bool
  let stableFor: Duration
  let attemptTimeLimit: Duration?
  let timeLimit: Duration?
  let isRetryable: @Sendable (any Error) -> Bool
  let excuse: Flakiness?
  private let excuseEnd: Date?
  let reportsRecovery: Bool
  let endsTest: Bool
  let origins: (conditionTimeout: PolicyOrigin, attemptTimeLimit: PolicyOrigin, timeLimit: PolicyOrigin)
  let problem: String?

  /// - Parameters:
  ///   - scopes: Those of the scopes around it, from the innermost out.
  ///   - types: That of the type, and then that of the test.
  ///   - waits: True for a step that has a limit for its waits if no policy sets one.
  init(
    call: RetryPolicy = .default,
    scopes: [RetryPolicy] = [],
    types: [RetryPolicy] = [],
    waits: Bool = false,
    patience: Double = 1
  ) {
    let policies = [call] + scopes + types
    func first<Value>(_ value: (RetryPolicy) -> Value?) -> Value? { policies.lazy.compactMap(value).first }
    func origin(_ limit: (RetryPolicy) -> Duration?) -> PolicyOrigin {
      if limit(call) != nil { return .call }
      return scopes.contains { limit($0) != nil } ? .scope : .type
    }
    let limit = first(\.conditionTimeout)
    let timeout = (limit ?? (waits ? .seconds(10) : .zero)).calculable
    let attemptTimeLimit = first(\.attemptTimeLimit)
    let timeLimit = first(\.timeLimit)
    let isRetryable = first(\.isRetryable)
    retryAttempts = first(\.retryAttempts) ?? 3
    // A step with `.max` retries would run hot, and keep all of its attempts.
    delay = first(\.delay)?.seeded ?? (retryAttempts == .max ? .growing : .zero)
    pollingInterval = first(\.pollingInterval)?.calculable ?? .milliseconds(100)
    looksFirst = first(\.looksFirst) ?? false
    stableFor = first(\.stableFor)?.calculable ?? .zero
    // On a fast machine too, a condition has the time to stay true.
    conditionTimeout = max(timeout.times(patience), min(stableFor, timeout))
    self.attemptTimeLimit = attemptTimeLimit?.times(patience)
    self.timeLimit = timeLimit?.times(patience)
    self.isRetryable = isRetryable ?? { _ in true }
    excuse = first(\.because)
    excuseEnd = excuse?.end
    reportsRecovery = first(\.reportsRecovery) ?? true
    endsTest = first(\.endsTest) ?? false
    origins = (
      limit == nil && waits ? .default : origin(\.conditionTimeout), origin(\.attemptTimeLimit), origin(\.timeLimit)
    )
    let longestStable = "conditionTimeout, which is \(timeout), or less"
    // A list: Swift 6.2 takes too long to check the types of so many `??`.
    let problems: [String?] = [
      RetryPolicy.problem(unless: retryAttempts >= 0, "retryAttempts", retryAttempts, "0 or more"),
      RetryPolicy.problem(unless: timeout >= .zero, "conditionTimeout", timeout, "0 seconds or more"),
      RetryPolicy.problem(unless: pollingInterval > .zero, "pollingInterval", pollingInterval, "more than 0 seconds"),
      RetryPolicy.problem(unless: stableFor >= .zero, "stableFor", stableFor, "0 seconds or more"),
      RetryPolicy.problem(unless: stableFor <= timeout, "stableFor", stableFor, longestStable),
      attemptTimeLimit.flatMap {
        RetryPolicy.problem(unless: $0 > .zero, "attemptTimeLimit", $0, "more than 0 seconds")
      },
      timeLimit.flatMap { RetryPolicy.problem(unless: $0 >= .zero, "timeLimit", $0, "0 seconds or more") },
      delay.problem,
      excuse?.problemOfExcuse(excuseEnd),
    ]
    problem = problems.lazy.compactMap { $0 }.first
  }

  func isExcuseOver(at now: Date) -> Bool { excuseEnd.map { $0 <= now } ?? false }

  static func == (one: StepPolicy, other: StepPolicy) -> Bool { one === other }

  func isStop(_ error: any Error) -> Bool { StopError.matches(error) || !isRetryable(error) }
}

extension Duration {
  fileprivate func times(_ factor: Double) -> Duration { factor == 1 ? calculable : (calculable * factor).calculable }
}

/// The policy that set a limit, as failure messages call it.
enum PolicyOrigin: String, Sendable {
  case call = "the call"
  case scope = "withRetryPolicy"
  case type = "retryPolicy"
  case `default` = "the default"
}
