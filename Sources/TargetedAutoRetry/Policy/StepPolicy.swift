/// The sum of all policies for one step, with the defaults in place of what all of them leave open.
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
  let isRetryable: (@Sendable (any Error) -> Bool)?
  let excuse: Flakiness?
  let reportsRecovery: Bool
  let endsTest: Bool
  let origins: (conditionTimeout: PolicyOrigin, attemptTimeLimit: PolicyOrigin, timeLimit: PolicyOrigin)
  /// The first argument that is invalid.
  let problem: String?

  /// - Parameters:
  ///   - scope: The sum of the scopes around it.
  ///   - type: That of the type and of the test.
  ///   - waits: True for a step that has a limit for its waits if no policy sets one.
  init(
    call: RetryPolicy = .default,
    scope: ScopePolicy? = nil,
    type: RetryPolicy = .default,
    waits: Bool = false,
    patience: Double = 1
  ) {
    func origin(_ ofCall: Duration?, _ ofScope: Duration?) -> PolicyOrigin {
      ofCall != nil ? .call : ofScope != nil ? .scope : .type
    }
    retryAttempts = call.retryAttempts ?? scope?.sum.retryAttempts ?? type.retryAttempts ?? 3
    // A step with `.max` retries would run hot, and keep all of its attempts.
    delay = (call.delay ?? scope?.sum.delay ?? type.delay)?.seeded ?? (retryAttempts == .max ? .growing : .zero)
    pollingInterval =
      (call.pollingInterval ?? scope?.sum.pollingInterval ?? type.pollingInterval ?? .milliseconds(100)).calculable
    looksFirst = call.looksFirst ?? scope?.sum.looksFirst ?? type.looksFirst ?? false
    stableFor = (call.stableFor ?? scope?.sum.stableFor ?? type.stableFor ?? .zero).calculable
    isRetryable = call.isRetryable ?? scope?.sum.isRetryable ?? type.isRetryable
    excuse = call.because ?? scope?.sum.because ?? type.because
    reportsRecovery = call.reportsRecovery ?? scope?.sum.reportsRecovery ?? type.reportsRecovery ?? true
    endsTest = call.endsTest ?? scope?.sum.endsTest ?? type.endsTest ?? false
    let timeout = call.conditionTimeout ?? scope?.sum.conditionTimeout ?? type.conditionTimeout
    let wait = (timeout ?? (waits ? .seconds(10) : .zero)).calculable
    // On a fast machine too, a condition has the time to stay true.
    conditionTimeout = max(wait.times(patience), min(stableFor, wait))
    let attemptLimit = call.attemptTimeLimit ?? scope?.sum.attemptTimeLimit ?? type.attemptTimeLimit
    attemptTimeLimit = attemptLimit?.times(patience)
    let limit = call.timeLimit ?? scope?.sum.timeLimit ?? type.timeLimit
    timeLimit = limit?.times(patience)
    origins = (
      timeout == nil && waits ? .default : origin(call.conditionTimeout, scope?.sum.conditionTimeout),
      origin(call.attemptTimeLimit, scope?.sum.attemptTimeLimit),
      origin(call.timeLimit, scope?.sum.timeLimit)
    )
    problem =
      if retryAttempts < 0 {
        invalid("retryAttempts", retryAttempts, "0 or more")
      } else if wait < .zero {
        invalid("conditionTimeout", wait, "0 seconds or more")
      } else if pollingInterval <= .zero {
        invalid("pollingInterval", pollingInterval, "more than 0 seconds")
      } else if stableFor < .zero {
        invalid("stableFor", stableFor, "0 seconds or more")
      } else if stableFor > wait {
        invalid("stableFor", stableFor, "conditionTimeout, which is \(wait), or less")
      } else if let attemptLimit, attemptLimit <= .zero {
        invalid("attemptTimeLimit", attemptLimit, "more than 0 seconds")
      } else if let limit, limit < .zero {
        invalid("timeLimit", limit, "0 seconds or more")
      } else {
        delay.problem ?? excuse?.problemOfExcuse
      }
  }

  static func == (one: StepPolicy, other: StepPolicy) -> Bool { one === other }
}

extension Duration {
  fileprivate func times(_ factor: Double) -> Duration { factor == 1 ? calculable : (calculable * factor).calculable }
}

/// The sum of the policies of the scopes around; an object, so that the code inside passes no copies on.
final class ScopePolicy: Sendable {
  let sum: RetryPolicy

  init(_ sum: RetryPolicy) {
    self.sum = sum
  }
}

/// The policy that set a limit, as failure messages call it.
enum PolicyOrigin: String, Sendable {
  case call = "the call"
  case scope = "withRetryPolicy"
  case type = "retryPolicy"
  case `default` = "the default"
}
